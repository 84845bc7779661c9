import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { requireOwner } from '../accounts/locked-account.ts'
import { auditSubject } from './make-link.ts'
import { linkNotFound } from './queries.ts'

/** Every call with it reads its row, so the next one is refused. */
export const endLink = (deps: Pick<Deps, 'db' | 'now'>, actor: Actor, { linkId }: { linkId: string }): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    await requireOwner(trx, actor)
    const ended = await trx
      .deleteFrom('links')
      .where('id', '=', linkId)
      .where('accountId', '=', actor.accountId)
      .returning(['kind', 'subjectId as id'])
      .executeTakeFirstOrThrow(linkNotFound)
    const before = { link: linkId }
    await audit(trx, actor, { at: deps.now(), action: 'link.ended', subject: auditSubject(ended), before })
  })

import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { requireOwner } from '../accounts/locked-account.ts'
import { invitationNotFound } from './queries.ts'

export const withdrawInvitation = (
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { invitationId }: { invitationId: string },
): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    await requireOwner(trx, actor)
    const { accountId } = actor
    const withdrawn = await trx
      .deleteFrom('invitations')
      .where('id', '=', invitationId)
      .where('accountId', '=', accountId)
      .where('acceptedBy', 'is', null)
      .returning(['email', 'role'])
      .executeTakeFirstOrThrow(invitationNotFound)
    const entry = { at: deps.now(), action: 'account.invitation-withdrawn', subject: `user:${accountId}` }
    await audit(trx, actor, { ...entry, before: withdrawn })
  })

import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/api.ts'
import type { LinkItem } from '#contract/links.ts'
import { dateOf } from '#domain/dates.ts'
import { AppError, errorAt } from '#domain/errors.ts'
import { LINK_DAYS_MAX, LINKS_MAX } from '#domain/links.ts'
import { days } from '#domain/units.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { countAll } from '../../lists/bounded-count.ts'
import { requireOwner } from '../accounts/locked-account.ts'
import { hashPassword } from '../accounts/passwords/password-hash.ts'
import { findSubject, presentLink, selectLinks } from './queries.ts'

/** The password is hashed first, which takes time. */
export async function makeLink(
  deps: Pick<Deps, 'db' | 'now' | 'keys'> & WithConfig<'publicUrl'>,
  actor: Actor,
  { subject, endsOn, password, mayDownload }: BodyOf<'makeLink'>,
): Promise<LinkItem> {
  requireEndInTime(endsOn, deps.now())
  const passwordHash = password === undefined ? null : await hashPassword(password)
  return deps.db.transaction().execute(async (trx) => {
    await requireOwner(trx, actor)
    const { accountId, userId } = actor
    const at = deps.now()
    if (!(await findSubject(trx, accountId, subject)))
      throw new AppError(
        'not-found',
        'Only a published report, a map or a trial of your account can be shown by a link',
      )
    const open = trx.selectFrom('links').select('id').where('accountId', '=', accountId)
    if ((await countAll(trx, open.where('endsOn', '>=', dateOf(at)))) >= LINKS_MAX)
      throw new AppError('conflict', `An account has at most ${LINKS_MAX} links. End some of them first.`)
    const id = randomUUID()
    const made = { kind: subject.kind, subjectId: subject.id, endsOn, passwordHash, mayDownload }
    await trx
      .insertInto('links')
      .values({ id, accountId, ...made, madeBy: userId, madeAt: at })
      .execute()
    const after = { link: id, endsOn, mayDownload }
    await audit(trx, actor, { at, action: 'link.made', subject: auditSubject(subject), after })
    return presentLink({ ...deps, db: trx }, await selectLinks(trx).where('id', '=', id).executeTakeFirstOrThrow())
  })
}

export const auditSubject = ({ kind, id }: LinkItem['subject']): string =>
  ({ report: `analysis:${id}`, map: `file:${id}`, trial: `trial:${id}` })[kind]

function requireEndInTime(endsOn: string, now: Date): void {
  const last = dateOf(new Date(now.getTime() + days(LINK_DAYS_MAX)))
  const message =
    endsOn < dateOf(now) ? 'Choose a day that is not over' : endsOn > last ? 'A link lasts a year at most' : undefined
  if (message) throw errorAt('endsOn', message)
}

import type { ReplyOf } from '#contract/api.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { requireApproved } from '../../still-allowed.ts'

/** How long the raw images of a customer are kept once a report is published, in days; 0 is for ever. */
export async function getArchivesKept(
  { db, config }: Pick<Deps, 'db'> & WithConfig<'archivesKeptDays'>,
  { accountId }: Pick<Actor, 'accountId'>,
): Promise<ReplyOf<'getArchivesKept'>['data']> {
  const { archivesKeptDays } = await db
    .selectFrom('users')
    .select('archivesKeptDays')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { days: archivesKeptDays, usualDays: config.archivesKeptDays }
}

/** The first night after this looks at all requests. */
export const setArchivesKept = (
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { days }: { days: number | null },
): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    await requireApproved(trx, actor)
    await trx.updateTable('users').set({ archivesKeptDays: days }).where('id', '=', actor.accountId).execute()
    const subject = `user:${actor.accountId}`
    await audit(trx, actor, { at: deps.now(), action: 'account.archives-kept-changed', subject, after: { days } })
  })

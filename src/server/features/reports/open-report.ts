import { sql } from 'kysely'
import type { BodyOf } from '#contract/api.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { loadAnalysis } from '../analyses/queries.ts'

/** Records who of the customers first opened the publication that they were shown, and when. Loading a report is not opening it. */
export async function openReport(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { analysisRequestId, updatedTime }: BodyOf<'openReport'>,
): Promise<void> {
  const { id } = await loadAnalysis(deps.db, actor, analysisRequestId)
  await deps.db.transaction().execute(async (trx) => {
    const opened = await trx
      .updateTable('reports')
      // The clock of another process may have been ahead when it published.
      .set({ openedAt: sql<Date>`greatest(${deps.now()}, updated_at)` })
      .where('analysisId', '=', id)
      .where('updatedAt', '<=', new Date(updatedTime))
      .where((is) => is.or([is('openedAt', 'is', null), is('openedAt', '<', is.ref('updatedAt'))]))
      .where((is) => is.exists(is.selectFrom('analyses').where('id', '=', id).where('status', '=', 'PROCESSED')))
      .returning('analysisId')
      .executeTakeFirst()
    if (opened) await audit(trx, actor, { at: deps.now(), action: 'report.opened', subject: `analysis:${id}` })
  })
}

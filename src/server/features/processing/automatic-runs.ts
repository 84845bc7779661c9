import type { BodyOf } from '#contract/api.ts'
import type { AutomaticRuns } from '#contract/processing.ts'
import { SEES_ALL } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { requireStaff } from '../../still-allowed.ts'
import { loadAnalysis, lockAnalysis } from '../analyses/queries.ts'

export async function getAutomaticRuns(
  { db }: Pick<Deps, 'db'>,
  { analysisRequestId }: { analysisRequestId: string },
): Promise<AutomaticRuns> {
  const { projectId, projectType } = await loadAnalysis(db, SEES_ALL, analysisRequestId)
  const { startsPreview } = await settingOf(db, projectId)
  return { projectType, startsPreview }
}

/** Of the project of a request, from now on: flights that were looked at before stay as they are. */
export async function setAutomaticRuns(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { analysisRequestId, startsPreview }: BodyOf<'setAutomaticRuns'>,
): Promise<AutomaticRuns> {
  return deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, actor.userId)
    const { id, projectId, projectType } = await lockAnalysis(trx, SEES_ALL, analysisRequestId)
    const before = await settingOf(trx, projectId)
    if (before.startsPreview === startsPreview) return { projectType, startsPreview }
    await trx.updateTable('projects').set({ startsPreview }).where('id', '=', projectId).execute()
    await audit(trx, actor, {
      at: deps.now(),
      action: startsPreview ? 'processing.automatic-on' : 'processing.automatic-off',
      subject: `analysis:${id}`,
      after: { projectTypes: [projectType] },
    })
    return { projectType, startsPreview }
  })
}

const settingOf = (db: Database, projectId: string) =>
  db.selectFrom('projects').select('startsPreview').where('id', '=', projectId).executeTakeFirstOrThrow()

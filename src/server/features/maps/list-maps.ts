import type { QueryOf } from '#contract/api.ts'
import type { MapItem } from '#contract/maps.ts'
import { AppError } from '#domain/errors.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { isStaff, purgeOnOf, readableBy, readableTrial, type Viewer, visibleTo } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database, StoredFile } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { loadAnalysis } from '../analyses/queries.ts'
import type { DownloadDeps } from '../files/download-signing.ts'
import { makersOf, reviewersOf } from '../files/made-by.ts'
import { filesOf } from '../files/queries.ts'
import { listReportFiles } from '../reports/queries.ts'
import { presentMap } from './present-map.ts'
import { mapsOf } from './queries.ts'

const MAPS_MAX = 500

/** Files as maps, for those who may download them: of a report (for staff also what runs made), of a project, for a trial, or one. */
export async function listMaps(
  deps: Pick<Deps, 'db' | 'storage' | 'queue'> & DownloadDeps,
  actor: Actor,
  { withProducts, ...wanted }: QueryOf<'listMaps'>,
): Promise<MapItem[]> {
  const files = await filesWanted(deps.db, actor, {
    ...wanted,
    withProducts: isStaff(actor) && withProducts === 'true',
  })
  const mapOfFile = await mapsOf(deps.db, files)
  const makerOf = await makersOf(deps.db, files)
  const reviewerOf = await reviewersOf(deps.db, files)
  const maps = await Promise.all(
    files.map((file) =>
      presentMap(deps, file, { map: mapOfFile(file.id), madeBy: makerOf(file), reviewedBy: reviewerOf(file) }),
    ),
  )
  return isStaff(actor) ? maps : maps.map((map) => ({ ...map, runId: null }))
}

type Wanted = Omit<QueryOf<'listMaps'>, 'withProducts'> & { withProducts: boolean }

async function filesWanted(
  db: Deps['db'],
  actor: Actor,
  wanted: Wanted,
): Promise<(StoredFile & { purgeOn?: Date | null })[]> {
  const { analysisRequestId, projectType, trialId, fileId, userId, withProducts } = wanted
  if (analysisRequestId !== undefined) {
    const analysis = await loadAnalysis(db, actor, analysisRequestId)
    const attached = await listReportFiles(db, actor, analysis.id)
    return withProducts ? [...attached, ...(await filesOf(db, [analysis]))(analysis.id, 'PRODUCT')] : attached
  }
  if (fileId !== undefined) return selectReadable(db, actor).where('files.id', '=', fileId).execute()
  if (userId !== undefined)
    return selectReadable(db, actor).where('files.accountId', '=', userId).where('files.kind', '=', 'OWN').execute()
  if (trialId !== undefined) {
    const { accountId } = await ownerOfTrial(db, actor, trialId)
    return selectReadable(db, actor).where('files.accountId', '=', accountId).execute()
  }
  if (projectType === undefined)
    throw new AppError(
      'invalid',
      'Say of what: a request (analysisRequestId), a project, a trial, a file or a customer',
    )
  const own = db.selectFrom('projects').select(['id', 'name']).where(visibleTo(actor, 'projects'))
  const label = projectTypeLabel(projectType)
  const ids = (await own.execute()).filter(({ name }) => projectTypeLabel(name) === label).map(({ id }) => id)
  return ids.length === 0 ? [] : selectReadable(db, actor).where('files.projectId', 'in', ids).execute()
}

/** Newest first; products of runs only once they are attached. */
const selectReadable = (db: Database, viewer: Viewer) =>
  db
    .selectFrom('files')
    .leftJoin('analyses', 'analyses.id', 'files.analysisId')
    .selectAll('files')
    .select(purgeOnOf('files').as('purgeOn'))
    .where('files.kind', 'in', ['REPORT', 'OWN'])
    .where(readableBy(viewer))
    .orderBy('files.createdAt', 'desc')
    .orderBy('files.id')
    .limit(MAPS_MAX)

async function ownerOfTrial(db: Database, viewer: Viewer, trialId: string): Promise<{ accountId: string }> {
  const trial = db.selectFrom('trials').select('accountId').where('id', '=', trialId).where(readableTrial(viewer))
  return trial.executeTakeFirstOrThrow(() => new AppError('not-found', 'Trial not found'))
}

import type { QueryOf } from '#contract/api.ts'
import type { MapItem } from '#contract/maps.ts'
import { isStaff } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { loadAnalysis } from '../analyses/queries.ts'
import type { DownloadDeps } from '../files/download-signing.ts'
import { makersOf } from '../files/made-by.ts'
import { filesOf } from '../files/queries.ts'
import { listReportFiles } from '../reports/queries.ts'
import { presentMap } from './present-map.ts'
import { mapsOf } from './queries.ts'

/** The files of a report as maps, for those who may download them; for staff also what runs made. */
export async function listMaps(
  deps: Pick<Deps, 'db' | 'storage' | 'queue'> & DownloadDeps,
  actor: Actor,
  { analysisRequestId, withProducts }: QueryOf<'listMaps'>,
): Promise<MapItem[]> {
  const analysis = await loadAnalysis(deps.db, actor, analysisRequestId)
  const attached = await listReportFiles(deps.db, actor, analysis.id)
  const ofRuns = isStaff(actor) && withProducts === 'true' ? await listProducts(deps.db, analysis) : []
  const files = [...attached, ...ofRuns]
  const mapOfFile = await mapsOf(deps.db, files)
  const makerOf = await makersOf(deps.db, files)
  const maps = await Promise.all(
    files.map((file) => presentMap(deps, file, { map: mapOfFile(file.id), madeBy: makerOf(file) })),
  )
  return isStaff(actor) ? maps : maps.map((map) => ({ ...map, runId: null }))
}

const listProducts = async (db: Deps['db'], analysis: { id: string }): Promise<StoredFile[]> =>
  (await filesOf(db, [analysis]))(analysis.id, 'PRODUCT')

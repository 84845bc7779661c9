import type { MapItem } from '#contract/maps.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { loadAnalysis } from '../analyses/queries.ts'
import type { DownloadDeps } from '../files/download-signing.ts'
import { listReportFiles, viewerOf } from '../reports/queries.ts'
import { presentMap } from './present-map.ts'
import { mapsOf } from './queries.ts'

/** The files of a report as maps, for those who may download them. */
export async function listMaps(
  deps: Pick<Deps, 'db' | 'storage' | 'queue'> & DownloadDeps,
  actor: Actor,
  { analysisRequestId }: { analysisRequestId: string },
): Promise<MapItem[]> {
  const viewer = viewerOf(actor)
  const analysis = await loadAnalysis(deps.db, analysisRequestId, viewer === 'staff' ? undefined : actor.userId)
  const files = await listReportFiles(deps.db, analysis, viewer)
  const mapOfFile = await mapsOf(deps.db, files)
  return Promise.all(files.map((file) => presentMap(deps, file, mapOfFile(file.id))))
}

import type { RunItem } from '#contract/processing.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { DownloadDeps } from '../files/download-signing.ts'
import { madeBy } from '../files/made-by.ts'
import { signFileUrl } from '../files/present-file.ts'
import { presentReportFile } from '../reports/present-report-file.ts'
import type { Run } from './queries.ts'

type PresentDeps = Pick<Deps, 'db' | 'storage' | 'queue' | 'now'> & DownloadDeps
type ListedRun = Run & { startedByName: string | null; archiveName: string | null; ahead: number | null }

export async function presentRun(deps: PresentDeps, run: ListedRun, products: readonly StoredFile[]): Promise<RunItem> {
  return {
    runId: run.id,
    engine: run.engine,
    state: run.state,
    stage: run.stage,
    fraction: run.fraction,
    ahead: run.ahead,
    requestedAt: run.requestedAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
    reason: run.reason,
    advice: run.advice,
    evidence: run.evidence,
    suggestedOptions: run.suggestedOptions,
    preset: run.preset,
    options: run.options,
    priority: run.priority,
    attempt: run.attempt,
    startedBy: run.startedByName,
    restartedFrom: run.restartedFrom,
    archive: run.archiveName,
    bytes: products.reduce((sum, { bytes }) => sum + bytes, 0),
    products: await Promise.all(products.map((file) => presentProduct(deps, run, file))),
    quality: run.quality,
  }
}

async function presentProduct(deps: PresentDeps, run: Run, file: StoredFile): Promise<RunItem['products'][number]> {
  const presented = await presentReportFile(deps, file, { url: await signFileUrl(deps, file), madeBy: madeBy(run) })
  return {
    fileName: file.fileName,
    kind: file.productKind ?? 'other',
    mapId: presented.mapId,
    bytes: file.bytes,
    isAttached: file.kind === 'REPORT',
    file: presented,
  }
}

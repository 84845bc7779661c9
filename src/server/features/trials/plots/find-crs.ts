import type { work as crsWork } from '../../../compute/crs/crs-worker.ts'
import type { Deps } from '../../../deps.ts'

const WORKER = new URL('../../../compute/crs/crs-worker.ts', import.meta.url)
const WAIT_SECONDS_MAX = 20

/** The coordinate system that a text in WKT describes; null for one that is unknown. */
export const findCrs = (
  { compute }: Pick<Deps, 'compute'>,
  { wkt, signal }: { wkt: string; signal: AbortSignal },
): Promise<{ epsg: number | null; name: string } | null> =>
  compute.run<typeof crsWork>({
    file: WORKER,
    input: { wkt },
    signal,
    waitSecondsMax: WAIT_SECONDS_MAX,
  })

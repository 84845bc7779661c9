// How long a run may take, and how much disk.
import type { Flight } from './flights.ts'

type Photos = Pick<Flight, 'photos' | 'footprintMetres' | 'gsdCm'>

/** Of all photos; null where their size is not known. */
export function megapixelsOf({ photos, footprintMetres, gsdCm }: Photos): number | null {
  if (!footprintMetres || !gsdCm) return null
  const pixelsOf = (metres: number) => (metres * 100) / gsdCm
  return (photos * pixelsOf(footprintMetres.width) * pixelsOf(footprintMetres.height)) / 1e6
}

/** How long a run may take, by how long earlier ones took for each megapixel of their photos. */
export type RunEstimate = { secondsFrom: number; secondsTo: number; runs: number }

export function estimateRun(
  megapixels: number | null,
  past: readonly { megapixels: number; seconds: number }[],
): RunEstimate | null {
  const rates = past.filter((run) => run.megapixels > 0).map((run) => run.seconds / run.megapixels)
  if (megapixels === null || rates.length === 0) return null
  return {
    secondsFrom: Math.round(megapixels * Math.min(...rates)),
    secondsTo: Math.round(megapixels * Math.max(...rates)),
    runs: rates.length,
  }
}

/** Of our own engine on two processors: seconds for each megapixel of photos, and for each million cells of one or two pixels. */
const SECONDS = { megapixel: 0.45, cells: { 1: 15, 2: 10 } }
const [FASTER, SLOWER] = [0.6, 1.8]
/** Of each pixel of the photos in grey with its halvings, of a cell with its colours, and of a pixel of the maps. */
const BYTES = { pixel: 1.4, cell: 12, mapPixel: 16 }
const MAP_PIXELS_MAX = 100_000_000

/** Before there are earlier runs: by the size of the flight. `cellPixels` is 0 for a preview. Null where the flight tells too little. */
export function estimateOwn(
  flight: Photos & Pick<Flight, 'areaHectares'>,
  { cellPixels, archiveBytes }: { cellPixels: 0 | 1 | 2; archiveBytes: number },
): { estimate: RunEstimate; diskBytes: number } | null {
  const megapixels = megapixelsOf(flight)
  const { areaHectares, gsdCm } = flight
  if (megapixels === null || !areaHectares || !gsdCm) return null
  const mapPixels = (areaHectares * 1e4) / (gsdCm / 100) ** 2
  const cells = cellPixels === 0 ? 0 : mapPixels / cellPixels ** 2
  const seconds = SECONDS.megapixel * megapixels + (cellPixels === 0 ? 0 : SECONDS.cells[cellPixels] * cells * 1e-6)
  const diskBytes =
    archiveBytes +
    (cells > 0 ? BYTES.pixel * megapixels * 1e6 + BYTES.cell * cells : 0) +
    BYTES.mapPixel * Math.min(MAP_PIXELS_MAX, mapPixels)
  return {
    estimate: { secondsFrom: Math.round(FASTER * seconds), secondsTo: Math.round(SLOWER * seconds), runs: 0 },
    diskBytes: Math.round(diskBytes),
  }
}

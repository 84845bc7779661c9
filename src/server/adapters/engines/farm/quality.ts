// What the statistics in all.zip say of a run: OpenSfM's, with what ODM adds.
import { z } from 'zod'
import type { RunQuality } from '../engine.ts'
import type { KeptProducts } from './keep-products.ts'

/** -1 stands for what is unknown. */
const figure = z.number().min(0).nullable().catch(null).default(null)
const axes = z.object({ x: figure, y: figure, z: figure })
const camera = z.object({
  initial_values: z.record(z.string(), z.unknown()),
  optimized_values: z.record(z.string(), z.unknown()),
})
const stats = z.object({
  reconstruction_statistics: z
    .object({
      components: figure,
      reconstructed_shots_count: figure,
      reprojection_error_pixels: figure,
    })
    .partial()
    .catch({}),
  gps_errors: z.object({ error: axes }).nullable().catch(null),
  gcp_errors: z.object({ average_error: figure }).nullable().catch(null),
  camera_errors: z.record(z.string(), camera).catch({}),
  odm_processing_statistics: z.object({ average_gsd: figure }).nullable().catch(null),
  processing_statistics: z.object({ area: figure }).nullable().catch(null),
})
const shots = z.object({ features: z.array(z.unknown()) })

const SQUARE_METRES_PER_HECTARE = 10_000

export function qualityOf(
  photos: number,
  statistics: KeptProducts['statistics'],
  notes: readonly string[],
): RunQuality {
  const parsed = stats.safeParse(statistics.stats)
  const said = parsed.success ? parsed.data : undefined
  const {
    components,
    reconstructed_shots_count: shotsCount,
    reprojection_error_pixels: reprojection,
  } = said?.reconstruction_statistics ?? {}
  const placed = shots.safeParse(statistics.shots)
  const stated = shotsCount ?? (placed.success ? placed.data.features.length : null)
  // More than were sent is said of other photos.
  const used = stated !== null && stated <= photos ? stated : null
  const gps = said?.gps_errors?.error
  const area = said?.processing_statistics?.area ?? null
  const control = said?.gcp_errors?.average_error ?? null
  return {
    photos,
    usedPhotos: used,
    reprojectionPixels: reprojection ?? null,
    gpsHorizontalMetres: gps && gps.x !== null && gps.y !== null ? Math.hypot(gps.x, gps.y) : null,
    gpsVerticalMetres: gps?.z ?? null,
    groundTiltDegrees: null,
    focalRatio: focalRatioOf(Object.values(said?.camera_errors ?? {})),
    gsdCm: positive(said?.odm_processing_statistics?.average_gsd ?? null),
    areaHectares: area === null ? null : area / SQUARE_METRES_PER_HECTARE,
    refusedShare: null,
    noiseCm: null,
    level: null,
    tiltPercent: null,
    bowCm: null,
    lenses: [],
    notes: [
      ...(used !== null && used < photos ? [`${photos - used} of ${photos} photos found no place.`] : []),
      ...((components ?? 1) > 1 ? [`The photos fell into ${components} parts that have nothing in common.`] : []),
      ...(control === null ? [] : [`Ground control points fit within ${control.toFixed(3)} m on average.`]),
      ...notes,
    ],
  }
}

const positive = (value: number | null): number | null => (value === 0 ? null : value)

/** Of several cameras, the one that is furthest off. */
function focalRatioOf(cameras: readonly z.infer<typeof camera>[]): number | null {
  const ratios = cameras.flatMap(({ initial_values: initial, optimized_values: optimized }) => {
    const [before, after] = [focalOf(initial), focalOf(optimized)]
    return before && after ? [after / before] : []
  })
  return ratios.toSorted((a, b) => Math.abs(Math.log(b)) - Math.abs(Math.log(a)))[0] ?? null
}

function focalOf(values: Readonly<Record<string, unknown>>): number | undefined {
  const focal = values['focal'] ?? values['focal_x']
  return typeof focal === 'number' && Number.isFinite(focal) && focal > 0 ? focal : undefined
}

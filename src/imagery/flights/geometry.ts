// What the lens and the places of photos say: ground sampling distance, overlaps, covered ground.

import { focalRatioOf } from './focal-ratio.ts'
import { footprintOf, widthOnGround } from './footprint.ts'
import { type Overlaps, overlapsOf, quantile } from './lines.ts'
import { metresAround } from './local-metres.ts'
import { isPlaced, middleHeight, type ReadPhoto } from './main-set.ts'
import { type CoverageFigures, coverageOf, fewerThan3Within, figuresOf } from './photo-coverage.ts'

export type Geometry = {
  heightMetres: number | null
  heightSource: 'photos' | 'entered' | null
  gsdCm: number | null
  /** Of one photo on flat ground: across and along the picture as it is stored. */
  footprintMetres: { width: number; height: number } | null
  overlaps: Overlaps | null
  coverage: CoverageFigures | null
  /** Of the ground between the outermost photos, the share on fewer than three. */
  thinShare: number
}

type Heights = { ofAll: number | null; entered: number | null }

/** Of photos of one camera that look down, in order. An entered height counts where the photos have none. Without places, there are no overlaps. */
export function geometryOf(photos: readonly ReadPhoto[], { ofAll, entered: enteredHeight }: Heights): Geometry {
  const middle = middleHeight(photos) ?? ofAll
  const heightMetres = middle ?? enteredHeight
  const heightSource = middle !== null ? 'photos' : enteredHeight !== null ? 'entered' : null
  const nothing = {
    heightMetres,
    heightSource,
    gsdCm: null,
    footprintMetres: null,
    overlaps: null,
    coverage: null,
    thinShare: 0,
  } as const
  if (heightMetres === null) return nothing
  const first = photos.find(isPlaced)
  const { toMetres } = metresAround(first?.photo.position ?? { lon: 0, lat: 0 })
  const all = photos.flatMap((one) => {
    const { photo } = one
    const focal = focalRatioOf(photo)
    if (!focal || photo.width === null || photo.height === null) return []
    const height = photo.relativeAltitude ?? heightMetres
    const attitude = photo.attitude ?? { yaw: null, pitch: null, roll: null }
    const { ratio: focalRatio } = focal
    const groundWidth = widthOnGround({ height, focalRatio })
    const aspect = photo.height / photo.width
    const at = isPlaced(one) ? toMetres(one.photo.position) : null
    return [{ at, height, focalRatio, aspect, attitude, groundWidth, gsdCm: (100 * groundWidth) / photo.width }]
  })
  if (all.length === 0) return nothing
  const views = all.flatMap(({ at, ...view }) => (at ? [{ at, ...view }] : []))
  const overlaps = overlapsOf(
    views.map(({ at, groundWidth, aspect, attitude }) => ({
      ...at,
      groundWidth,
      groundHeight: groundWidth * aspect,
      yaw: attitude.yaw,
    })),
  )
  // Without a yaw a photo lies across its line, as `overlapsOf` takes it.
  const footprints = views.flatMap((view) => {
    const yaw = view.attitude.yaw ?? overlaps?.axisDegrees ?? 0
    const footprint = footprintOf({ ...view, attitude: { ...view.attitude, yaw } })
    return footprint ? [footprint] : []
  })
  const coverage = coverageOf(footprints)
  const middleOf = (valueOf: (view: (typeof all)[number]) => number): number => quantile(all.map(valueOf), 0.5)
  return {
    heightMetres,
    heightSource,
    gsdCm: middleOf((view) => view.gsdCm),
    footprintMetres: {
      width: middleOf(({ groundWidth }) => groundWidth),
      height: middleOf(({ groundWidth, aspect }) => groundWidth * aspect),
    },
    overlaps,
    coverage: coverage && figuresOf(coverage),
    thinShare: coverage
      ? fewerThan3Within(
          coverage,
          views.map(({ at }) => at),
        )
      : 0,
  }
}

import type { Crs, RasterFacts } from '#domain/maps.ts'
import type { Shift } from '#domain/shifts.ts'
import type { MultiPolygon } from '#domain/trials.ts'
import { insetPolygon } from '../../plots/inset.ts'
import { toPixels } from '../../plots/pixel-coverage.ts'
import { movePositions, type Polygon } from '../../plots/polygon.ts'
import { convertBetween } from '../../rasters/crs.ts'
import { convertShifted } from '../../shifts/convert-shifted.ts'

type OnMap = { crs: Crs; facts: RasterFacts; shift: Shift | null; bufferMetres: number }

/** Plots without their margin, in pixels of a map. Nothing is left of one that is narrower than its margins. */
export function placePlotsOnMap(plots: readonly MultiPolygon[], { crs, facts, ...how }: OnMap): Polygon[] {
  const { crs: mapCrs, transform } = facts
  if (!transform) throw new Error('The map has no place')
  return placePlots(plots, { crs, mapCrs, ...how }).map((plot) => toPixels(plot, transform))
}

type InCrs = { crs: Crs; mapCrs: Crs | null; shift: Shift | null; bufferMetres: number }

/** The same in the coordinates of the map. */
export function placePlots(plots: readonly MultiPolygon[], { crs, mapCrs, shift, bufferMetres }: InCrs): Polygon[] {
  if (!mapCrs) throw new Error('The map has no place')
  const convert = shift ? convertShifted(crs, mapCrs, shift) : convertBetween(crs, mapCrs)
  return plots.map((plot) => {
    const onMap = movePositions(plot, convert)
    // Some projections have no place for what lies on the other side of the Earth.
    if (!onMap.every((rings) => rings.every((ring) => ring.every((point) => point.every(Number.isFinite))))) return []
    const inMetres = metresOf(mapCrs, onMap)
    const margin = { ends: bufferMetres, sides: bufferMetres }
    return movePositions(insetPolygon(movePositions(onMap, inMetres.to), margin) ?? [], inMetres.from)
  })
}

const DEGREE_METRES = 111_320

/** A plane of metres; of degrees one that is right near the plot. */
function metresOf({ metresPerUnit }: Crs, plot: Polygon) {
  const latitude = plot[0]?.[0]?.[0]?.[1] ?? 0
  const [east, north] =
    metresPerUnit === null
      ? [DEGREE_METRES * Math.cos((latitude * Math.PI) / 180), DEGREE_METRES]
      : [metresPerUnit, metresPerUnit]
  return {
    to: ([x, y]: readonly [number, number]) => [x * east, y * north] as const,
    from: ([x, y]: readonly [number, number]) => [x / east, y / north] as const,
  }
}

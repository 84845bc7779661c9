import type { Bounds, MultiPolygon, Position } from '#domain/trials.ts'
import { boxOf } from '#imagery/plots/polygon.ts'

/** A picture of all outlines in one path, and of the maps below them. */
export type PlotDrawing = { width: number; height: number; plots: string; maps: string }

/** Units of the picture across its longer side. */
const SIDE = 1000

/** Of longitudes and latitudes, or of other coordinates without maps. North is up. */
export function drawPlots(outlines: readonly MultiPolygon[], maps: readonly Bounds[]): PlotDrawing {
  const rings = outlines.flat(2)
  const frames = maps.map(([west, south, east, north]): Position[] => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ])
  const { minX: west, minY: south, maxX: east, maxY: north } = boxOf([[...rings, ...frames]])
  if (!(west <= east && south <= north)) return { width: SIDE, height: SIDE, plots: '', maps: '' }
  const isDegrees = Math.abs(south) <= 90 && Math.abs(north) <= 90 && Math.abs(west) <= 180
  const narrowing = isDegrees ? Math.cos((((south + north) / 2) * Math.PI) / 180) : 1
  const [across, down] = [Math.max(1e-9, (east - west) * narrowing), Math.max(1e-9, north - south)]
  const scale = SIDE / Math.max(across, down)
  const place = ([x, y]: Position) =>
    `${((x - west) * narrowing * scale).toFixed(1)} ${((north - y) * scale).toFixed(1)}`
  const pathOf = (lines: readonly (readonly Position[])[]) =>
    lines.map((line) => `M${line.map(place).join('L')}Z`).join('')
  return { width: across * scale, height: down * scale, plots: pathOf(rings), maps: pathOf(frames) }
}

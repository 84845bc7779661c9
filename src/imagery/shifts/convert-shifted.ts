import type { Crs } from '#domain/maps.ts'
import type { Shift } from '#domain/shifts.ts'
import { convertBetween, lonLatsOf } from '../rasters/crs.ts'
import { utmAt } from '../rasters/utm.ts'

type Convert = ReturnType<typeof convertBetween>

/** Coordinates of one system as those of another, moved by a shift in the UTM zone in which it was measured. */
export function convertShifted(from: Crs, to: Crs, { eastMetres, northMetres }: Shift): Convert {
  const toLonLat = lonLatsOf(from)
  let plane: { to: Convert; from: Convert } | undefined
  return (point) => {
    if (!plane) {
      const utm = utmAt(...toLonLat(point))
      plane = { to: convertBetween(from, utm), from: convertBetween(utm, to) }
    }
    const [east, north] = plane.to(point)
    return plane.from([east + eastMetres, north + northMetres])
  }
}

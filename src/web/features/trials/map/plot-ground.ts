import type { Shift } from '#domain/shifts.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import { convertBetween, WGS84 } from '#imagery/rasters/crs.ts'
import { utmAt } from '#imagery/rasters/utm.ts'
import { type PlacedMap, planeOf } from '../flight-map/plane-of.ts'

/** In longitude and latitude. */
export type DrawnPlot = { plotId: string; rings: readonly (readonly Position[])[] }

/** What plots lie on: the photo of a flight, with its shift, or nothing but the zone of a place in longitude and latitude. */
export type PlotGround = { map: PlacedMap; shift: Shift | null } | { zoneOf: Position }

/** Between longitude and latitude and the plane in which plots are drawn; the rest is that of the frame of a map. */
export function planeOfPlots(ground: PlotGround) {
  if ('map' in ground) {
    const { frame, toPlane, fromPlane } = planeOf(ground.map, WGS84, ground.shift)
    return { key: frame.key, rotation: frame.rotation, metres: frame.metres ?? 1, toPlane, fromPlane }
  }
  const zone = utmAt(...ground.zoneOf)
  return {
    key: zone.proj4,
    rotation: 0,
    metres: 1,
    toPlane: convertBetween(WGS84, zone),
    fromPlane: convertBetween(zone, WGS84),
  }
}

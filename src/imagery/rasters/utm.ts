import type { Crs } from '#domain/maps.ts'

const [NORTH, SOUTH, ZONES] = [32_600, 32_700, 60]

/** The zone of a longitude and latitude, on WGS84. */
export const utmAt = (lon: number, lat: number): Crs & { epsg: number } =>
  utmOf(Math.min(ZONES, Math.max(1, Math.floor((lon + 180) / 6) + 1)), lat >= 0)

/** That of a code of the EPSG registry; null for another code. */
export function utmOfEpsg(epsg: number): Crs | null {
  const isNorth = epsg < SOUTH
  const zone = epsg - (isNorth ? NORTH : SOUTH)
  return zone >= 1 && zone <= ZONES ? utmOf(zone, isNorth) : null
}

const utmOf = (zone: number, isNorth: boolean): Crs & { epsg: number } => ({
  epsg: (isNorth ? NORTH : SOUTH) + zone,
  name: `WGS 84 / UTM zone ${zone}${isNorth ? 'N' : 'S'}`,
  proj4: `+proj=utm +zone=${zone} ${isNorth ? '' : '+south '}+datum=WGS84 +units=m +no_defs`,
  metresPerUnit: 1,
})

import type { Crs } from '#domain/maps.ts'

/** The zone of a longitude and latitude, on WGS84. */
export function utmAt(lon: number, lat: number): Crs & { epsg: number } {
  const zone = Math.min(60, Math.max(1, Math.floor((lon + 180) / 6) + 1))
  const isNorth = lat >= 0
  return {
    epsg: (isNorth ? 32_600 : 32_700) + zone,
    name: `WGS 84 / UTM zone ${zone}${isNorth ? 'N' : 'S'}`,
    proj4: `+proj=utm +zone=${zone} ${isNorth ? '' : '+south '}+datum=WGS84 +units=m +no_defs`,
    metresPerUnit: 1,
  }
}

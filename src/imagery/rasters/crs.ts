// Coordinate reference systems as proj4 reads them. Coordinates are x, y (east, north) whatever the order of their axes.
import proj4 from 'proj4'
import type { Crs } from '#domain/maps.ts'
import type { GeoKeys } from './raster.ts'

/** The coordinate system of a code of the EPSG registry; null for one that is unknown. */
export type CrsOfEpsg = (epsg: number) => Crs | null

const MODEL_TYPE = 1024
const GEOGRAPHIC_TYPE = 2048
const PROJECTED_TYPE = 3072
const GEOGRAPHIC_MODEL = 2
const EPSG_MIN = 1024
const EPSG_MAX = 32_766

/** The code that GeoTIFF's keys name. Without one they say nothing here: a local system must not become longitude and latitude. */
export function epsgOfKeys(keys: GeoKeys | undefined): number | undefined {
  const code = keys?.get(keys.get(MODEL_TYPE) === GEOGRAPHIC_MODEL ? GEOGRAPHIC_TYPE : PROJECTED_TYPE)
  return typeof code === 'number' && code >= EPSG_MIN && code <= EPSG_MAX ? code : undefined
}

const PRJ = /^\s*(?:PROJCS|GEOGCS|PROJCRS|GEOGCRS|GEODCRS|COMPD_CS|COMPOUNDCRS)\s*\[/i
const PRJ_CODE = /(?:AUTHORITY|ID)\s*\[\s*"EPSG"\s*,\s*"?(\d{4,5})"?\s*\]\s*\]\s*$/i
const PRJ_NAME = /\[\s*"([^"]{1,200})"/

/** The coordinate system of a .prj file (WKT); null when it is none. */
export function crsOfPrj(text: string, crsOfEpsg: CrsOfEpsg): Crs | null {
  if (!PRJ.test(text)) return null
  const code = Number(PRJ_CODE.exec(text)?.[1])
  const known = Number.isInteger(code) ? crsOfEpsg(code) : null
  return known ?? toCrs({ epsg: null, name: PRJ_NAME.exec(text)?.[1] ?? '', definition: text.trim() })
}

type Definition = { epsg: number | null; name: string; definition: string }

/** Null when proj4 can't work with the definition. */
export function toCrs({ epsg, name, definition }: Definition): Crs | null {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types leave out what it has
    const projection = proj4.Proj(definition) as { projName?: string; to_meter?: number }
    const isGeographic = projection.projName === 'longlat'
    return { epsg, name, proj4: definition, metresPerUnit: isGeographic ? null : (projection.to_meter ?? 1) }
  } catch {
    // proj4 says so of a projection or a grid that it doesn't have.
    return null
  }
}

/** Longitude and latitude in degrees (WGS84) of coordinates. */
export const lonLatOf = ({ proj4: definition }: Crs, [x, y]: readonly [number, number]): [number, number] => {
  const [lon = Number.NaN, lat = Number.NaN] = proj4(definition, 'EPSG:4326').forward([x, y])
  return [lon, lat]
}

/** The coordinates of longitude and latitude in degrees (WGS84). */
export const fromLonLat = ({ proj4: definition }: Crs, [lon, lat]: readonly [number, number]): [number, number] => {
  const [x = Number.NaN, y = Number.NaN] = proj4(definition, 'EPSG:4326').inverse([lon, lat])
  return [x, y]
}

type Convert = (point: readonly [number, number]) => [number, number]

/** Coordinates of one system as those of another, for many points. */
export function convertBetween(from: Crs, to: Crs): Convert {
  if (from.proj4 === to.proj4) return ([x, y]) => [x, y]
  const { forward } = proj4(from.proj4, to.proj4)
  return (point) => {
    const [x = Number.NaN, y = Number.NaN] = forward([...point])
    return [x, y]
  }
}

const WGS84: Crs = { epsg: 4326, name: 'WGS 84', proj4: 'EPSG:4326', metresPerUnit: null }

/** `lonLatOf` for many points. */
export const lonLatsOf = (crs: Crs): Convert => convertBetween(crs, WGS84)

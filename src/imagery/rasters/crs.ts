// Coordinate reference systems as proj4 reads them. Coordinates are x, y (east, north) whatever the order of their axes.
import proj4 from 'proj4'
import type { Crs } from '#domain/maps.ts'

/** The coordinate system of a code of the EPSG registry; null for one that is unknown. */
export type CrsOfEpsg = (epsg: number) => Crs | null
/** That of a text in WKT, with or without a code; null for one that is unknown. */
export type CrsOfWkt = (text: string) => Crs | null
export type KnownSystems = { crsOfEpsg: CrsOfEpsg; crsOfWkt: CrsOfWkt }

const WKT = /^\s*(?:COMPD_CS|COMPOUNDCRS|BOUNDCRS|PROJCS|GEOGCS|PROJCRS|GEOGCRS|GEODCRS)\s*\[/i
const HORIZONTAL = /\b(?:PROJCS|GEOGCS|PROJCRS|GEOGCRS|GEODCRS)\s*\[/i
const CODE = /(?:AUTHORITY|ID)\s*\[\s*"EPSG"\s*,\s*"?(\d{4,5})"?\s*\]\s*\]$/i
const NAME = /\[\s*"([^"]{1,200})"/

/** Whether a text describes a coordinate system on Earth. */
export const isWkt = (text: string): boolean => horizontalOf(text) !== undefined
export const nameOfWkt = (text: string): string => NAME.exec(horizontalOf(text) ?? '')?.[1] ?? ''

/** The coordinate system of a text in WKT 1 or 2, as .prj files have; null when it is none, or a local one. */
export function crsOfWkt(text: string, crsOfEpsg: CrsOfEpsg): Crs | null {
  const definition = horizontalOf(text)
  if (definition === undefined) return null
  const code = Number(CODE.exec(definition)?.[1])
  const known = Number.isInteger(code) ? crsOfEpsg(code) : null
  return (
    known ?? (isTrusted(definition) ? toCrs({ epsg: null, name: NAME.exec(definition)?.[1] ?? '', definition }) : null)
  )
}

/** The part without heights. */
export function horizontalOf(text: string): string | undefined {
  if (!WKT.test(text)) return undefined
  const start = text.search(HORIZONTAL)
  if (start < 0) return undefined
  let [depth, isQuoted] = [0, false]
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]
    if (char === '"') isQuoted = !isQuoted
    else if (char === '[' && !isQuoted) depth += 1
    else if (char === ']' && !isQuoted) depth -= 1
    if (char === ']' && depth === 0) return text.slice(start, at + 1)
  }
  return undefined
}

/** Projections that proj4 reads from WKT as GDAL does. Of the oblique ones and Krovak it misreads some parameters. */
const TRUSTED =
  /^(?:longlat|utm|transversemercator|gausskruger|lambertconformalconic\w*|lambertconicconformal\w*|albers\w*|lambertazimuthalequalarea|polarstereographic\w*|(?:oblique|double)stereographic|cassini\w*|mercatorauxiliarysphere|popularvisualisationpseudomercator)$/
/** Their ellipsoid is that of WGS84, nearly; their centre is not. */
const SHIFTED_DATUM = /GGRS|Greek_?Geodetic|Israel|KUDAMS|Kuwait|VN[-_ ]?2000|Viet|IG05/i
const ELLIPSOID = /(?:SPHEROID|ELLIPSOID)\s*\[\s*"[^"]*"\s*,\s*([\d.]+)\s*,\s*([\d.]+)/i
const WGS84_ELLIPSOID = { radius: 6_378_137, inverseFlattening: 298.257 }

type Ellipsoid = { radius: number; inverseFlattening: number /** What names its datum. */; text: string }

export const isNearWgs84 = ({ radius, inverseFlattening, text }: Ellipsoid): boolean =>
  Math.abs(radius - WGS84_ELLIPSOID.radius) < 2 &&
  Math.abs(inverseFlattening - WGS84_ELLIPSOID.inverseFlattening) < 0.01 &&
  !SHIFTED_DATUM.test(text)

/** Without the shift of an older datum, coordinates would be hundreds of metres off. */
function isTrusted(wkt: string): boolean {
  const { projName = '' } = projectionOf(wkt) ?? {}
  if (!TRUSTED.test(projName.toLowerCase().replace(/[^a-z\d]/g, ''))) return false
  const [, radius, inverseFlattening] = ELLIPSOID.exec(wkt) ?? []
  const ellipsoid = { radius: Number(radius), inverseFlattening: Number(inverseFlattening), text: wkt }
  return isNearWgs84(ellipsoid) || /TOWGS84\s*\[/i.test(wkt)
}

type Projection = { projName?: string; to_meter?: number; axis?: string; units?: string }
type Definition = { epsg: number | null; name: string; definition: string }

/** Null when proj4 can't work with the definition. */
export function toCrs({ epsg, name, definition }: Definition): Crs | null {
  const { projName, to_meter: metres = 1, axis = '', units = '' } = projectionOf(definition) ?? {}
  const isGeographic = projName === 'longlat'
  // proj4 takes x as east, and longitude as degrees, whatever a definition says.
  if (!projName || axis.includes('w') || (isGeographic && /grad|gon|rad/i.test(units))) return null
  return { epsg, name, proj4: definition, metresPerUnit: isGeographic ? null : metres }
}

function projectionOf(definition: string): Projection | undefined {
  try {
    return proj4.Proj(definition)
  } catch {
    // proj4 says so of a projection or a grid that it doesn't have.
    return undefined
  }
}

/** Longitude and latitude in degrees (WGS84) of coordinates; NaN where there are none. */
export const lonLatOf = ({ proj4: definition }: Crs, [x, y]: readonly [number, number]): [number, number] => {
  // proj4 throws for those.
  if (!Number.isFinite(x) || !Number.isFinite(y)) return [Number.NaN, Number.NaN]
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

/** Longitude and latitude. */
export const WGS84: Crs = { epsg: 4326, name: 'WGS 84', proj4: 'EPSG:4326', metresPerUnit: null }

/** `lonLatOf` for many points. */
export const lonLatsOf = (crs: Crs): Convert => convertBetween(crs, WGS84)

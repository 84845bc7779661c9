// The coordinate system that words of a file name.
import { commonCrs, crsInFile, type FileCrs } from '../plot-files/file-crs.ts'
import { type CrsOfEpsg, toCrs } from '../rasters/crs.ts'
import { codeOfName } from './named-crs.ts'

const WORDS_MAX = 8000
/** `EPSG:32615`, `urn:ogc:def:crs:EPSG::32615`, `EPSG/0/32615`, `SRID=32615`. */
const CODE = /\b(?:EPSG|SRID)(?:\s?code)?(?:[:/][\d.]{0,6}[:/])?[\s:=/_-]{0,4}(\d{4,6})\b/i
/** In a line that describes a system by its parameters. */
export const DEFINITION = /\[|\+proj/
const WKT = /(?:COMPD_CS|COMPOUNDCRS|PROJCS|GEOGCS|PROJCRS|GEOGCRS|GEODCRS)\s*\[/i
/** Words of proj that name no file. */
const PROJ_WORD =
  /^\+(?:proj|zone|south|ellps|datum|units|to_meter|vunits|lat_0|lat_1|lat_2|lat_ts|lon_0|lonc|alpha|k|k_0|x_0|y_0|a|b|rf|towgs84|axis|no_defs|type|wktext)(?:=[\w.,+-]+)?$/

/** Undefined when they name none. The system is null where its code or its words are not known here. */
export function statedCrs(text: string, crsOfEpsg: CrsOfEpsg = commonCrs): FileCrs | undefined {
  const words = text
    .slice(0, WORDS_MAX)
    .trim()
    .replace(/^["']|["']$/g, '')
    .trim()
  if (words.includes('+proj')) return ofProj(words.slice(words.indexOf('+proj')), crsOfEpsg)
  const wkt = words.search(WKT)
  if (wkt >= 0) return ofWkt(words.slice(wkt), crsOfEpsg)
  const code = Number(CODE.exec(words)?.[1] ?? codeOfName(words))
  return Number.isInteger(code) ? ofCode(code, crsOfEpsg) : undefined
}

/** Of words that name a system, and not one that is known. */
export const unknownCrs = (words: string): FileCrs => ({ epsg: null, name: words.slice(0, 100), crs: null })

export function ofCode(epsg: number, crsOfEpsg: CrsOfEpsg): FileCrs {
  const crs = crsOfEpsg(epsg)
  return { epsg, name: crs?.name ?? `EPSG:${epsg}`, crs }
}

function ofWkt(wkt: string, crsOfEpsg: CrsOfEpsg): FileCrs | undefined {
  const found = crsInFile({ wkt })
  return found && found.epsg !== null && !found.crs ? ofCode(found.epsg, crsOfEpsg) : found
}

function ofProj(words: string, crsOfEpsg: CrsOfEpsg): FileCrs {
  const parts = words.split(/\s+/)
  const name = words.slice(0, 200)
  if (!parts.every((part) => PROJ_WORD.test(part))) return { epsg: null, name, crs: null }
  const valueOf = (key: string) => parts.find((part) => part.startsWith(`+${key}=`))?.slice(key.length + 2)
  const isWgs84 = (valueOf('datum') ?? valueOf('ellps')) === 'WGS84' && (valueOf('units') ?? 'm') === 'm'
  const isShifted = ['towgs84', 'to_meter', 'axis', 'x_0', 'y_0', 'k', 'k_0', 'lon_0'].some((key) => valueOf(key))
  const zone = Number(valueOf('zone'))
  const isUtm = valueOf('proj') === 'utm' && zone >= 1 && zone <= 60
  const ofZone = isUtm ? (parts.includes('+south') ? 32_700 : 32_600) + zone : Number.NaN
  const code = valueOf('proj') === 'longlat' ? 4326 : ofZone
  if (isWgs84 && !isShifted && Number.isInteger(code)) return ofCode(code, crsOfEpsg)
  return { epsg: null, name, crs: toCrs({ epsg: null, name, definition: parts.join(' ') }) }
}

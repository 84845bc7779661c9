// The coordinate system that words of a file name.
import { commonCrs, crsInFile, type FileCrs } from '../plot-files/file-crs.ts'
import { type CrsOfEpsg, toCrs } from '../rasters/crs.ts'

const WORDS_MAX = 4000
const CODE = /\bEPSG:{1,2}\s*(\d{4,6})\b/i
/** As WebODM writes it, and others. */
const UTM = /\bWGS[\s_]?(?:19)?84[\s/_,-]{0,3}UTM[\s_]?(?:zone)?[\s_]?(\d{1,2})\s?([NS])\b/i
const PLAIN_WGS84 = /^WGS[\s_]*(?:19)?84$/i
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
  const [, zone = '', side = ''] = UTM.exec(words) ?? []
  const code = Number(CODE.exec(words)?.[1] ?? (zone === '' ? Number.NaN : utmCode(Number(zone), side)))
  if (Number.isInteger(code)) return ofCode(code, crsOfEpsg)
  return PLAIN_WGS84.test(words) ? ofCode(4326, crsOfEpsg) : undefined
}

export function ofCode(epsg: number, crsOfEpsg: CrsOfEpsg): FileCrs {
  const crs = crsOfEpsg(epsg)
  return { epsg, name: crs?.name ?? `EPSG:${epsg}`, crs }
}

const utmCode = (zone: number, side: string): number =>
  zone >= 1 && zone <= 60 ? (side.toUpperCase() === 'S' ? 32_700 : 32_600) + zone : Number.NaN

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
  const code =
    valueOf('proj') === 'utm'
      ? utmCode(zone, parts.includes('+south') ? 'S' : 'N')
      : valueOf('proj') === 'longlat'
        ? 4326
        : Number.NaN
  if (isWgs84 && !isShifted && Number.isInteger(code)) return ofCode(code, crsOfEpsg)
  return { epsg: null, name, crs: toCrs({ epsg: null, name, definition: parts.join(' ') }) }
}

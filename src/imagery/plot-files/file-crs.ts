// The coordinate system of a file with plots, as far as it can be told without the registry of EPSG, which the server has.
import type { Crs } from '#domain/maps.ts'
import type { Bounds } from '#domain/trials.ts'
import { crsOfWkt, fromLonLat, isWkt, nameOfWkt, toCrs } from '../rasters/crs.ts'
import { utmAt } from '../rasters/utm.ts'
import type { StatedCrs } from './plot-file.ts'

export type FileCrs = {
  /** Null when no code is known. */
  epsg: number | null
  name: string
  /** For showing them here; null when only the server can convert. */
  crs: Crs | null
  /** What the file says where no code is known. */
  wkt?: string
}

const WGS84 = { epsg: 4326, name: 'WGS 84', definition: '+proj=longlat +datum=WGS84 +no_defs' }
const UNZONED = [
  WGS84,
  { epsg: 4258, name: 'ETRS89', definition: '+proj=longlat +ellps=GRS80 +no_defs' },
  { epsg: 4269, name: 'NAD83', definition: '+proj=longlat +datum=NAD83 +no_defs' },
  {
    epsg: 3857,
    name: 'WGS 84 / Pseudo-Mercator',
    definition:
      '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs',
  },
]
/** Systems of UTM zones: the code of a zone is the first number and the zone. `written` is the datum in names of zones. */
const UTM = [
  { first: 32_600, name: 'WGS 84', datum: '+datum=WGS84', side: 'N', written: /^WGS_?(?:19)?84$/i },
  { first: 32_700, name: 'WGS 84', datum: '+datum=WGS84', side: 'S', written: /^WGS_?(?:19)?84$/i },
  { first: 25_800, name: 'ETRS89', datum: '+ellps=GRS80', side: 'N', written: /^ETRS_?(?:19)?89$/i },
  { first: 26_900, name: 'NAD83', datum: '+datum=NAD83', side: 'N', written: /^NAD_?(?:19)?83$/i },
] as const
const UTM_NAME = /^([A-Z]+_?\d+)[_ /]*UTM[_ ]zone[_ ](\d+)([NS])$/i
const ZONES = 60
const NAMES_OF_WGS84 = /^(?:GCS_)?WGS_?(?:19)?84$/i

/** Of the codes that most files have; null of others. */
export function commonCrs(epsg: number): Crs | null {
  const known = UNZONED.find((one) => one.epsg === epsg)
  if (known) return toCrs(known)
  const group = UTM.find(({ first }) => epsg > first && epsg <= first + ZONES)
  if (!group) return null
  const { first, name, datum, side } = group
  const zone = epsg - first
  const definition = `+proj=utm +zone=${zone}${side === 'S' ? ' +south' : ''} ${datum} +units=m +no_defs`
  return toCrs({ epsg, name: `${name} / UTM zone ${zone}${side}`, definition })
}

/** Undefined when the file states none that is known. */
export function crsInFile({ epsg, wkt = '' }: StatedCrs): FileCrs | undefined {
  let code = epsg ?? null
  const read = crsOfWkt(wkt, (found) => {
    code ??= found
    return commonCrs(found)
  })
  code ??= codeOfName(nameOfWkt(wkt))
  const crs = (code === null ? null : commonCrs(code)) ?? read
  if (code === null && !crs && !isWkt(wkt)) return undefined
  return { epsg: code, name: crs?.name ?? nameOfWkt(wkt), crs, wkt }
}

function codeOfName(name: string): number | null {
  if (NAMES_OF_WGS84.test(name)) return WGS84.epsg
  const [, datum = '', zone, side] = UTM_NAME.exec(name) ?? []
  const group = UTM.find((one) => one.side === side?.toUpperCase() && one.written.test(datum))
  return group && Number(zone) >= 1 && Number(zone) <= ZONES ? group.first + Number(zone) : null
}

/** A code for coordinates that come without one: degrees, or the UTM zone of the trial's maps where they would lie on these. */
export function guessEpsg([x, y]: readonly [number, number], maps: readonly Bounds[]): number | null {
  if (Math.abs(x) <= 180 && Math.abs(y) <= 90) return WGS84.epsg
  const [map] = maps
  if (!map) return null
  const [lon, lat] = [(map[0] + map[2]) / 2, (map[1] + map[3]) / 2]
  const utm = utmAt(lon, lat)
  const [mapX, mapY] = fromLonLat(utm, [lon, lat])
  return Math.hypot(x - mapX, y - mapY) < NEAR ? utm.epsg : null
}

/** A trial is smaller, in metres. */
const NEAR = 20_000

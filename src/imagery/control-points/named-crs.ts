// Codes of coordinate systems by the names that surveyors and their programs write. Names of the EPSG registry, without marks.

/** Codes of UTM zones, and of Australia's MGA zones: those of the northern or southern half of the Earth and the zone. */
type Zones = { datum: RegExp; north?: number; south?: number; zones: readonly [first: number, last: number] }
const ZONES: readonly Zones[] = [
  { datum: /\bwgs ?(?:19)?84/, north: 32_600, south: 32_700, zones: [1, 60] },
  { datum: /\betrs ?(?:19)?89/, north: 25_800, zones: [28, 38] },
  { datum: /\bnad ?(?:19)?83 ?2011/, north: 6329, zones: [1, 19] },
  { datum: /\bnad ?(?:19)?83(?! ?csrs| ?harn| ?2011)/, north: 26_900, zones: [1, 23] },
  { datum: /\bnad ?(?:19)?83 ?csrs/, north: 2944, zones: [11, 13] },
  { datum: /\bnad ?(?:19)?83 ?csrs/, north: 2941, zones: [17, 21] },
  { datum: /\bnad ?(?:19)?83 ?csrs/, north: 3147, zones: [7, 10] },
  { datum: /\bnad ?(?:19)?83 ?csrs/, north: 3144, zones: [14, 16] },
  { datum: /\bnad ?(?:19)?27/, north: 26_700, zones: [1, 22] },
  { datum: /\bed ?(?:19)?50/, north: 23_000, zones: [28, 38] },
  { datum: /\bsirgas ?2000/, north: 31_954, zones: [11, 22] },
  { datum: /\bsirgas ?2000/, south: 31_960, zones: [17, 25] },
  { datum: /\bgda ?(?:19)?94/, south: 28_300, zones: [48, 58] },
  { datum: /\bgda ?2020/, south: 7800, zones: [46, 59] },
]
const ZONE = /\b(utm|mga)(?: ?zone)? ?(\d{1,2}) ?(north(?:ern)?|south(?:ern)?|[a-z])?\b/
/** Bands of latitude from 80 degrees south to the equator, but S, which is written for south. */
const SOUTHERN = /^[c-hj-ms]|^south/

const NAMES = new Map<string, number>([
  ...named(4326, 'wgs84', 'wgs1984'),
  ...named(4258, 'etrs89', 'etrs1989'),
  ...named(4269, 'nad83', 'nad1983'),
  ...named(6318, 'nad832011'),
  ...named(4283, 'gda94'),
  ...named(7844, 'gda2020'),
  ...named(3857, 'webmercator', 'pseudomercator', 'wgs84pseudomercator'),
  ...named(2180, 'puwg1992', 'puwg92', 'pl1992', 'cs92', 'etrf2000plcs92', 'etrs89polandcs92', 'polandcs92'),
  ...[5, 6, 7, 8].flatMap((zone) =>
    named(2171 + zone, `puwg2000zone${zone}`, `pl2000zone${zone}`, `etrf2000plcs2000${3 * zone}`, `cs2000${3 * zone}`),
  ),
  ...named(2154, 'lambert93', 'l93', 'rgf93lambert93', 'rgf93v1lambert93'),
  ...named(28_992, 'rd', 'rdnew', 'amersfoortrdnew', 'rijksdriehoek', 'rijksdriehoekstelsel'),
  ...named(27_700, 'osgb36', 'osgb1936', 'bng', 'britishnationalgrid', 'osgb36britishnationalgrid'),
  ...named(27_700, 'osgb1936britishnationalgrid'),
  ...named(2157, 'irishtransversemercator', 'irenet95irishtransversemercator', 'irenet95itm'),
  ...named(2056, 'lv95', 'mn95', 'ch1903lv95'),
  ...named(21_781, 'lv03', 'mn03', 'ch1903lv03'),
  ...named(3006, 'sweref99tm', 'sweref99'),
  ...named(3067, 'etrstm35fin', 'tm35fin', 'etrs89tm35fin', 'etrs89tm35finen', 'eureffintm35fin'),
  ...named(5514, 'krovak', 'sjtskkrovak', 'sjtskkrovakeastnorth', 'krovakeastnorth'),
  ...named(23_700, 'eov', 'hd72eov'),
  ...named(3844, 'stereo70', 'pulkovo194258stereo70'),
  ...named(2193, 'nztm', 'nztm2000', 'nzgd2000nztm2000', 'nzgd2000newzealandtransversemercator2000'),
  ...named(31_370, 'lambert72', 'belgianlambert72', 'bd72belgianlambert72'),
  ...named(3812, 'lambert2008', 'belgianlambert2008', 'etrs89belgianlambert2008'),
  ...named(3035, 'laeaeurope', 'etrs89laea', 'etrs89laeaeurope', 'etrs89extendedlaeaeurope'),
  ...named(3763, 'pttm06', 'pttm06etrs89', 'etrs89pttm06', 'etrs89portugaltm06'),
  ...named(31_287, 'mgiaustrialambert'),
  ...named(31_254, 'mgiaustriagkwest'),
  ...named(31_255, 'mgiaustriagkcentral'),
  ...named(31_256, 'mgiaustriagkeast'),
  ...named(31_257, 'mgiaustriagkm28'),
  ...named(31_258, 'mgiaustriagkm31'),
  ...named(31_259, 'mgiaustriagkm34'),
  ...named(3003, 'montemarioitalyzone1'),
  ...named(3004, 'montemarioitalyzone2'),
  ...[2, 3, 4, 5].flatMap((zone) =>
    named(31_464 + zone, `dhdn3degreegausskrugerzone${zone}`, `dhdngausskrugerzone${zone}`, `dhdngk${zone}`),
  ),
])

function named(epsg: number, ...names: readonly string[]): [string, number][] {
  return names.map((name) => [name, epsg])
}

/** Behind a plus stands a system of heights. */
const HEIGHTS = /\s\+\s.*$/
const LABEL = /^(?:coordinate ?system|crs|cs(?: name)?|srs|projection|datum)\s?[:=]/i
const NAME_CHARACTERS_MAX = 100

/** NaN for a name that is not known, and for a zone that does not say its datum or its half of the Earth. */
export function codeOfName(name: string): number {
  const plain = name
    .slice(0, NAME_CHARACTERS_MAX)
    .trim()
    .replace(LABEL, '')
    .replace(HEIGHTS, '')
    .toLowerCase()
    .replace(/kr(?:ue|ü)ger/, 'kruger')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const [, kind, number = '', side = kind === 'mga' ? 'south' : ''] = ZONE.exec(plain) ?? []
  if (kind === undefined) return NAMES.get(plain.replaceAll(' ', '')) ?? Number.NaN
  const zone = Number(number)
  const half = side === '' ? undefined : SOUTHERN.test(side) ? 'south' : 'north'
  const found = ZONES.find(
    ({ datum, zones: [first, last], ...codes }) =>
      half && codes[half] !== undefined && datum.test(plain) && zone >= first && zone <= last,
  )
  return half && found ? (found[half] ?? Number.NaN) + zone : Number.NaN
}

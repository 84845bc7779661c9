import { expect, test } from 'vitest'
import { codeOfName } from '#imagery/control-points/named-crs.ts'
import { crsOfWkt, fromLonLat, lonLatOf } from '#imagery/rasters/crs.ts'
import { crsOfKeys, nameInKeys } from '#imagery/rasters/crs-of-keys.ts'
import { crsOfEpsg } from './crs-of-epsg.ts'
import { crsOfWkt as crsOfAnyWkt } from './crs-of-wkt.ts'

type Place = readonly [number, number]

const UTM_XY: Place = [303_120, 4_902_340]
const UTM_LON_LAT: Place = [-95.4659159, 44.2476814]

/** Longitude and latitude are those of GDAL 3.6 with PROJ. */
const PLACES: [code: number, xy: Place, lonLat: Place, name: string][] = [
  [32_615, UTM_XY, UTM_LON_LAT, 'WGS 84 / UTM zone 15N'],
  [4326, [-95.3, 44.2], [-95.3, 44.2], 'WGS 84'],
  [3857, [-10_600_000, 5_500_000], [-95.2214201, 44.2228902], 'WGS 84 / Pseudo-Mercator'],
  [27_700, [530_000, 180_000], [-0.1283539, 51.5039908], 'British National Grid'],
  [31_467, [3_500_000, 5_500_000], [8.998959, 49.6367083], 'Gauss-Kruger zone 3'],
  [28_992, [155_000, 463_000], [5.3872035, 52.1551723], 'RD New'],
  [2154, [652_000, 6_862_000], [2.345812, 48.8562481], 'Lambert-93'],
  [31_287, [400_000, 400_000], [13.3325941, 47.4994821], 'Austria Lambert'],
  [5514, [-743_000, -1_043_000], [14.4185939, 50.0873466], 'Krovak East North'],
  [2236, [900_000, 600_000], [-80.2577479, 25.9824394], 'Florida East (ftUS)'],
  [2056, [2_600_000, 1_200_000], [7.4386324, 46.9510828], 'LV95'],
  [2193, [1_750_000, 5_900_000], [174.6865355, -37.0342344], 'New Zealand Transverse Mercator 2000'],
  [31_983, [500_000, 7_400_000], [-45, -23.5101947], 'SIRGAS 2000 / UTM zone 23S'],
  [28_355, [500_000, 5_800_000], [147, -37.9475896], 'MGA zone 55'],
  [5555, [500_000, 5_600_000], [9, 50.5519324], 'UTM zone 32N + DHHN92 height'],
  [3035, [4_321_000, 3_210_000], [10, 52], 'LAEA Europe'],
  [31_256, [0, 340_000], [16.332135, 48.1984092], 'Austria GK East'],
  [23_700, [650_000, 240_000], [19.0474447, 47.5039321], 'EOV'],
]

const metresBetween = ([lon, lat]: Place, [otherLon, otherLat]: Place): number =>
  111_200 * Math.hypot((lon - otherLon) * Math.cos((lat * Math.PI) / 180), lat - otherLat)

test.each(PLACES)('coordinates of EPSG:%i lie where GDAL says, and back', (...[code, xy, lonLat, name]) => {
  const crs = crsOfEpsg(code)
  expect(crs?.name).toContain(name)
  if (!crs) throw new Error('unknown')
  expect(metresBetween(lonLatOf(crs, xy), lonLat)).toBeLessThan(10)
  const [x, y] = fromLonLat(crs, lonLatOf(crs, xy))
  // Shifts of datums are inverted within a few millimetres; a degree has some 100 km.
  expect(Math.hypot(x - xy[0], y - xy[1])).toBeLessThan(crs.metresPerUnit === null ? 1e-6 : 0.02)
})

test.each([
  [5701, 'heights only'],
  [26_191, 'a datum whose shift is only known roughly'],
  [4807, 'grads'],
  [1025, 'a code that names nothing'],
  [-1, 'no code'],
  [32_615.5, 'no code'],
])('EPSG:%s is unknown: %s', (code) => {
  expect(crsOfEpsg(code)).toBeNull()
})

const UTM_WKT =
  'PROJCS["NAD83(2011) / UTM zone 15N",GEOGCS["NAD83(2011)",DATUM["NAD83_National_Spatial_Reference_System_2011",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",-93],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]'
const UTM_2019 =
  'PROJCRS["WGS 84 / UTM zone 15N",BASEGEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563]]],CONVERSION["UTM zone 15N",METHOD["Transverse Mercator"],PARAMETER["Latitude of natural origin",0],PARAMETER["Longitude of natural origin",-93],PARAMETER["Scale factor at natural origin",0.9996],PARAMETER["False easting",500000],PARAMETER["False northing",0]],CS[Cartesian,2],AXIS["(E)",east],AXIS["(N)",north],LENGTHUNIT["metre",1],ID["EPSG",32615]]'

test.each([
  ['without a code', UTM_WKT, null],
  ['with a code', UTM_2019, 32_615],
  ['with heights', `COMPD_CS["with heights",${UTM_WKT},VERT_CS["NAVD88",VERT_DATUM["x",2005],UNIT["metre",1]]]`, null],
])('a text in WKT is read: %s', (_what, text, epsg) => {
  const crs = crsOfWkt(text, crsOfEpsg)
  expect(crs?.epsg).toBe(epsg)
  if (!crs) throw new Error('unknown')
  expect(metresBetween(lonLatOf(crs, UTM_XY), UTM_LON_LAT)).toBeLessThan(2)
})

test.each([
  ['a local system', 'LOCAL_CS["field"]'],
  ['an older datum without its shift', UTM_WKT.replace('6378137,298.257222101', '6378206.4,294.978698214')],
  ['a text that breaks off', UTM_WKT.slice(0, 80)],
  ['another text', 'Lamberton'],
  ['nothing', ''],
])('%s is unknown', (_what, text) => {
  expect(crsOfWkt(text, crsOfEpsg)).toBeNull()
})

const keys = (values: Record<number, number | string | readonly number[]>) =>
  crsOfKeys(new Map(Object.entries(values).map(([key, value]) => [Number(key), value])), {
    crsOfEpsg,
    crsOfWkt: crsOfAnyWkt,
  })

test('keys of a GeoTIFF name a system by its code, or by its projection on a datum', () => {
  expect(keys({ 1024: 1, 3072: 32_615 })?.epsg).toBe(32_615)
  expect(keys({ 1024: 2, 2048: 4326 })?.epsg).toBe(4326)
  for (const own of [
    { 3074: 16_015 },
    { 3074: 32_767, 3075: 1, 3080: -93, 3081: 0, 3082: 500_000, 3083: 0, 3092: 0.9996 },
    { 3073: `ESRI PE String = ${UTM_WKT}` },
  ]) {
    const crs = keys({ 1024: 1, 2048: 4326, 3072: 32_767, 3076: 9001, ...own })
    if (!crs) throw new Error(`unknown: ${JSON.stringify(own)}`)
    expect(metresBetween(lonLatOf(crs, UTM_XY), UTM_LON_LAT)).toBeLessThan(2)
  }
})

test('keys with the text of Esri, without a code, are the system of the registry', () => {
  const text =
    'PROJCS["Fort_Desaix_UTM_20N",GEOGCS["GCS_Fort_Desaix",DATUM["D_Fort_Desaix",SPHEROID["International_1924",6378388.0,297.0]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-63.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]'
  expect(keys({ 1024: 1, 3072: 32_767, 3073: `ESRI PE String = ${text}` })?.epsg).toBe(2973)
})

/** As GDAL 3.6 writes a system whose datum has no code. */
const OWN_DATUM = {
  1024: 1,
  2048: 32_767,
  2049: 'GCS Name = unknown|Datum = Unknown based on WGS84 ellipsoid|Primem = Greenwich||',
  2050: 32_767,
  2054: 9102,
  2061: [0],
  3072: 32_767,
  3076: 9001,
}

test.each([
  ['an ellipsoid by its code', { 2056: 7030, 3074: 16_015 }],
  ['an ellipsoid by its numbers', { 2057: [6_378_137], 2059: [298.257222101], 3074: 16_015 }],
  ['a datum by its code', { 2050: 6326, 3074: 16_015 }],
])('keys of a projection on %s have a place', (_what, values) => {
  const crs = keys({ ...OWN_DATUM, ...values })
  if (!crs) throw new Error('unknown')
  expect(metresBetween(lonLatOf(crs, UTM_XY), UTM_LON_LAT)).toBeLessThan(2)
})

const GAUSS_LON_LAT = [8.99897082000296, 48.7375392555832] as const

test('keys with a shift to WGS84 have the place that gdaltransform finds', () => {
  const gauss = { 3074: 32_767, 3075: 1, 3080: [9], 3081: [0], 3082: [3_500_000], 3083: [0], 3092: [1] }
  const bessel = { ...OWN_DATUM, ...gauss, 2056: 32_767, 2057: [6_377_397.155], 2059: [299.1528128] }
  const crs = keys({ ...bessel, 2062: [598.1, 73.7, 418.2, 0.202, 0.045, -2.455, 6.7] })
  if (!crs) throw new Error('unknown')
  expect(metresBetween(lonLatOf(crs, [3_500_000, 5_400_000]), GAUSS_LON_LAT)).toBeLessThan(0.5)
  expect(keys(bessel)).toBeNull()
})

test('geographic keys on the ellipsoid of WGS84 are longitude and latitude; on another meridian they are nothing', () => {
  const degrees = { ...OWN_DATUM, 1024: 2, 2056: 7030 }
  expect(keys(degrees)).toMatchObject({ epsg: null, metresPerUnit: null })
  expect(keys({ ...degrees, 2061: [2.337] })).toBeNull()
  expect(keys({ ...degrees, 2049: 'GCS Name = GGRS87|' })).toBeNull()
})

test('a system that can’t be read is named as the file names it', () => {
  expect(nameInKeys(new Map([[1026, 'Krovak East North']]))).toBe('Krovak East North')
  expect(nameInKeys(new Map([[3072, 5514]]))).toBe('EPSG:5514')
  expect(
    nameInKeys(
      new Map<number, number | string>([
        [3072, 32_767],
        [1026, 'unknown'],
      ]),
    ),
  ).toBeNull()
})

test.each([
  ['a local system', { 1024: 32_767 }],
  ['a projection without a datum', { 1024: 1, 3072: 32_767, 3074: 16_015 }],
  ['a unit that is unknown', { 1024: 1, 2048: 4326, 3072: 32_767, 3074: 16_015, 3076: 9036 }],
  ['no model', { 2048: 4326 }],
])('keys of %s say nothing', (_what, values) => {
  expect(keys(values)).toBeNull()
})

const NAMED = [
  [4326, 4258, 4269, 6318, 4283, 7844, 3857],
  [
    32_615, 32_721, 25_832, 6330, 6344, 26_915, 2955, 2962, 3154, 3158, 23_030, 31_965, 31_977, 31_985, 28_355, 7846,
    7855,
  ],
  [
    2176, 2179, 2180, 2154, 28_992, 27_700, 2157, 2056, 21_781, 3006, 3067, 5514, 23_700, 3844, 2193, 31_370, 3812,
    3035,
  ],
  [3763, 31_466, 31_469, 31_287, 31_254, 31_255, 31_256, 31_257, 31_258, 31_259, 3003, 3004],
].flat()

test.each(NAMED)('the name that the registry gives to EPSG:%i is known to files of control points', (epsg) => {
  expect(codeOfName(crsOfEpsg(epsg)?.name ?? '')).toBe(epsg)
})

// Where and how files of control points say their coordinate system. Places are those of PROJ 9.
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { commonCrs } from '../plot-files/file-crs.ts'
import type { CrsOfEpsg } from '../rasters/crs.ts'
import { toCrs } from '../rasters/crs.ts'
import { recognise } from './recognise.ts'
import { fileOf, POINTS } from './testing/make-points.ts'

/** As the server knows codes: more than the common ones. */
const registry: CrsOfEpsg = (epsg) =>
  epsg === 6344
    ? toCrs({
        epsg,
        name: 'NAD83(2011) / UTM zone 15N',
        definition: '+proj=utm +zone=15 +ellps=GRS80 +units=m +no_defs',
      })
    : commonCrs(epsg)
const read = (name: string, ...lines: readonly string[]) => recognise(fileOf(name, ...lines), registry)

const ROWS = POINTS.map(({ label, east, north, z }) => `${label} ${east} ${north} ${z}`)
const MARKED = POINTS.map(({ label, east, north, z }) => `${east} ${north} ${z} 100 200 DJI_0001.JPG ${label}`)

test.each([
  ['WGS84 UTM 30U', 32_630],
  ['WGS84 UTM 15T', 32_615],
  ['WGS84 UTM 21H', 32_721],
  ['WGS84 UTM 55S', 32_755],
  ['WGS84 UTM15N', 32_615],
  ['WGS_1984_UTM_Zone_32N', 32_632],
  ['WGS 84 / UTM zone 32N', 32_632],
  ['UTM zone 32 North, WGS84', 32_632],
  ['WGS84 UTM zone 32, Southern Hemisphere', 32_732],
  ['ETRS89 / UTM zone 32N', 25_832],
  ['ETRS89 UTM32', null],
  ['NAD83 / UTM zone 15N', 26_915],
  ['NAD83(2011) / UTM zone 15N + NAVD88 height', 6344],
  ['NAD83(CSRS) / UTM zone 17N', 2958],
  ['SIRGAS 2000 / UTM zone 23S', 31_983],
  ['GDA94 / MGA zone 55', 28_355],
  ['GDA2020 / MGA zone 55', 7855],
  ['PUWG1992', 2180],
  ['PL-2000 zone 6', 2177],
  ['RGF93 / Lambert-93', 2154],
  ['Amersfoort / RD New', 28_992],
  ['British National Grid', 27_700],
  ['CH1903+ / LV95', 2056],
  ['S-JTSK / Krovak East North', 5514],
  ['DHDN / 3-degree Gauß-Krüger zone 3', null],
  ['DHDN / 3-degree Gauss-Krüger zone 3', 31_467],
  ['EPSG 32632', 32_632],
  ['Coordinate system: EPSG:32632', 32_632],
  ['urn:ogc:def:crs:EPSG::32632', 32_632],
  ['http://www.opengis.net/def/crs/EPSG/0/32632', 32_632],
  ['SRID=32632', 32_632],
  ['32632', 32_632],
])('the line "%s" above lists of points, with and without photos', (line, epsg) => {
  for (const found of [read('gcp_list.txt', line, ...MARKED), read('gcp_list.txt', line, ...ROWS)])
    expect(found).toMatchObject({ points: [{ label: 'A', x: 604_117.09 }, {}, {}, {}, {}], skipped: 0 })
  expect(read('gcp_list.txt', line, ...MARKED)?.crs?.epsg).toBe(epsg)
  expect(read('gcp_list.txt', line, ...ROWS)?.crs?.epsg ?? null).toBe(epsg)
})

const HEADING = 'name,x,y,z'
const CSV = POINTS.map(({ label, east, north, z }) => [label, east, north, z].join(','))
const WKT1 =
  'PROJCS["WGS 84 / UTM zone 32N",GEOGCS["WGS 84",DATUM["World Geodetic System 1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.01745329251994328]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AUTHORITY["EPSG","32632"]]'
const WKT2 =
  'PROJCRS["WGS 84 / UTM zone 32N",BASEGEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]],ID["EPSG",4326]],CONVERSION["UTM zone 32N",METHOD["Transverse Mercator",ID["EPSG",9807]],PARAMETER["Latitude of natural origin",0,ANGLEUNIT["degree",0.0174532925199433],ID["EPSG",8801]],PARAMETER["Longitude of natural origin",9,ANGLEUNIT["degree",0.0174532925199433],ID["EPSG",8802]],PARAMETER["Scale factor at natural origin",0.9996,SCALEUNIT["unity",1],ID["EPSG",8805]],PARAMETER["False easting",500000,LENGTHUNIT["metre",1],ID["EPSG",8806]],PARAMETER["False northing",0,LENGTHUNIT["metre",1],ID["EPSG",8807]]],CS[Cartesian,2],AXIS["(E)",east,ORDER[1],LENGTHUNIT["metre",1]],AXIS["(N)",north,ORDER[2],LENGTHUNIT["metre",1]],ID["EPSG",32632]]'

test.each<[string, string, readonly string[]]>([
  ['below a title', 'gcp.csv', ['Survey of 2026', 'EPSG:32632', HEADING, ...CSV]],
  ['behind the points', 'gcp.csv', [HEADING, ...CSV, 'EPSG:32632']],
  ['in the heading', 'gcp.csv', ['name,x (EPSG:32632),y,z', ...CSV]],
  ['in a comment', 'gcp.csv', ['# system: EPSG:32632', HEADING, ...CSV]],
  ['in a column', 'gcp.csv', [`${HEADING},epsg`, ...CSV.map((row) => `${row},32632`)]],
  ['in the name of the file', 'gcp_EPSG32632.csv', [HEADING, ...CSV]],
  ['as WKT 1, in a comment', 'gcp.csv', [`# CoordinateSystem: ${WKT1}`, HEADING, ...CSV]],
  ['as WKT 1, in a line', 'gcp.csv', [WKT1, HEADING, ...CSV]],
  ['as WKT 2, in a comment', 'gcp.csv', [`# CoordinateSystem: ${WKT2}`, HEADING, ...CSV]],
  ['as WKT 2, in a line', 'gcp.csv', [WKT2, HEADING, ...CSV]],
])('a system %s', (_, name, lines) => {
  expect(read(name, ...lines)).toMatchObject({
    format: 'survey',
    crs: { epsg: 32_632 },
    points: POINTS.map(({ label, east, north, z }) => ({ label, x: east, y: north, z })),
    skipped: 0,
  })
})

test('a reference of Metashape in metres: words of its definition are no heading', () => {
  const lines = [
    `# CoordinateSystem: ${WKT1}`,
    '#Label,X/Easting,Y/Northing,Z/Altitude,Error_(m),X_error,Y_error,Z_error,X_est,Y_est,Z_est',
    'target 1,604117.09,5706498.12,101.1,0.01,0,0,0,604117.09,5706498.12,101.1',
  ]
  expect(read('markers.txt', ...lines)).toMatchObject({
    format: 'agisoft-reference',
    crs: { epsg: 32_632 },
    points: [{ label: 'target 1', x: 604_117.09, y: 5_706_498.12, z: 101.1 }],
  })
})

const EMLID = [
  'Name,Code,Easting,Northing,Elevation,Description,Longitude,Latitude,Ellipsoidal height,Easting RMS,CS name',
  'gcp1,,310001.000,4899999.000,350.1,,-95.37895761,44.22845068,322.4,0.01,NAD83(2011) / UTM zone 15N',
]

test('Emlid Flow names the system of its metres in a column: they count, and degrees where it is not known', () => {
  const metres = { label: 'gcp1', x: 310_001, y: 4_899_999, z: 350.1 }
  expect(read('survey.csv', ...EMLID)).toMatchObject({ crs: { epsg: 6344 }, points: [metres], isDegrees: false })
  const unknown = EMLID.map((line) => line.replace('NAD83(2011) / UTM zone 15N', 'Farm grid'))
  expect(read('survey.csv', ...unknown)).toMatchObject({
    crs: { epsg: null, name: 'Farm grid', crs: null },
    points: [{ x: -95.378_957_61, y: 44.228_450_68 }],
    isDegrees: true,
  })
})

const row = (cells: readonly string[]) =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`

test('a workbook says it in a cell above its heading', () => {
  const rows = [
    ['Coordinate system', 'EPSG:32632'],
    ['name', 'easting', 'northing'],
    ['A', '604117.09', '5706498.12'],
  ]
  const entries = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<R><Relationship Id="r1" Target="worksheets/sheet1.xml"/></R>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.map(row).join('')}</sheetData></worksheet>`,
  }
  const bytes = zipSync(Object.fromEntries(Object.entries(entries).map(([name, xml]) => [name, strToU8(xml)])))
  expect(recognise({ name: 'gcp.xlsx', bytes })).toMatchObject({
    crs: { epsg: 32_632 },
    points: [{ label: 'A', x: 604_117.09, y: 5_706_498.12 }],
    skipped: 0,
  })
})

test('a list with photos and without a system is one of points, too', () => {
  expect(read('gcp_list.txt', ...MARKED)).toMatchObject({ format: 'odm-gcp', crs: null, points: [{}, {}, {}, {}, {}] })
  const heading = 'x y z column row image label'
  expect(read('gcp_list.txt', heading, ...MARKED)).toMatchObject({ format: 'odm-gcp', crs: null })
})

import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { preparePlots } from './prepare-plots.ts'
import { makeShapefile } from './testing/make-shapefile.ts'

const MAP = [-95.5042, 44.2257, -95.5038, 44.2259] as const
const CHOICES = {
  fileName: 'plots',
  layer: null,
  epsg: null,
  isSwapped: null,
  roles: {},
  dayOrder: undefined,
  maps: [[...MAP]] as never,
}
const UTM_15 =
  'PROJCS["WGS_1984_UTM_Zone_15N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000],PARAMETER["False_Northing",0],PARAMETER["Central_Meridian",-93],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0],UNIT["Meter",1]]'
const LOCAL = 'LOCAL_CS["Field"]'

const prepare = (content: string | Uint8Array, choices: object = {}) =>
  preparePlots(typeof content === 'string' ? strToU8(content) : content, { ...CHOICES, ...choices })

type Point = readonly [number, number]
/** Clockwise, as shapefiles have outer rings. */
const square = (x: number, y: number, side: number): Point[] => [
  [x, y],
  [x, y + side],
  [x + side, y + side],
  [x + side, y],
  [x, y],
]
const inField = (x: number, y: number, side: number) => square(300_000 + x, 4_900_000 + y, side)

const utm15Named = (name: string) => UTM_15.replace('WGS_1984_UTM_Zone_15N', name)

describe('a shapefile', () => {
  const archive = makeShapefile({
    'trial/plots': {
      shapes: [
        {
          rings: [inField(0, 0, 4)],
          row: { plot_id: '101', genotype: Uint8Array.of(0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72) },
        },
        { rings: [inField(5, 0, 4), inField(6, 1, 1).toReversed(), inField(10, 0, 1)], row: { plot_id: '102' } },
      ],
      prj: UTM_15,
      cpg: '1252',
    },
    other: { shapes: [{ rings: [inField(0, 0, 1)], row: { id: '1' } }] },
  })

  test('has its layers, fields, code page, holes and parts, and the code that its .prj names without a number', () => {
    const { layers, count, columns, crs, isOnMaps, geojson, outlines } = prepare(archive)
    expect({ layers, count, columns, crs, isOnMaps }).toEqual({
      layers: ['plots', 'other'],
      count: 2,
      columns: [
        { title: 'plot_id', role: 'plotId', first: ['101', '102'] },
        { title: 'genotype', role: 'genotype', first: ['Müller'] },
      ],
      crs: { epsg: 32615, name: 'WGS 84 / UTM zone 15N', from: 'file' },
      isOnMaps: true,
    })
    expect(outlines[1]?.map((rings) => rings.length)).toEqual([2, 1])
    expect(geojson).toMatchObject({
      crs: { properties: { name: 'urn:ogc:def:crs:EPSG::32615' } },
      features: [{ properties: { plot_id: '101', genotype: 'Müller' } }, { properties: { plot_id: '102' } }],
    })
  })

  test('holes are holes in either direction of their rings', () => {
    const shapes = [{ rings: [inField(0, 0, 4), inField(1, 1, 1)], row: { plot_id: '1' } }]
    expect(prepare(makeShapefile({ a: { shapes, prj: UTM_15 } })).outlines[0]?.[0]).toHaveLength(2)
  })

  test('without a .prj, the zone of the maps is proposed; a code that a person states counts', () => {
    expect(prepare(archive, { layer: 1 }).crs).toMatchObject({ epsg: 32615, from: 'guess' })
    expect(prepare(archive, { layer: 1, epsg: 32616 })).toMatchObject({ crs: { from: 'choice' }, isOnMaps: false })
    expect(prepare(archive, { layer: 1, maps: [] })).toMatchObject({
      crs: null,
      geojson: null,
      problem: 'This file does not say its coordinate system. Enter its EPSG code.',
    })
    const shapes = [{ rings: [inField(0, 0, 1)], row: { id: '1' } }]
    expect(prepare(makeShapefile({ a: { shapes, prj: LOCAL } })).crs).toBeNull()
  })

  test('a system without a code is left to the server, which gets what the file says; it is shown where it can be', () => {
    const rings = [inField(0, 0, 4)]
    for (const prj of [
      utm15Named('Our_Farm'),
      utm15Named('Our_Farm').replace('6378137,298.257223563', '6377397.155,299.1528128'),
    ]) {
      const { crs, geojson, outlines } = prepare(makeShapefile({ a: { shapes: [{ rings, row: { id: '1' } }], prj } }))
      expect(crs).toEqual({ epsg: null, name: 'Our_Farm', from: 'file', wkt: prj })
      expect(geojson).toMatchObject({
        crs: { properties: { name: prj } },
        features: [
          {
            geometry: {
              coordinates: [
                [[...(rings[0]?.slice(0, 1) ?? []), ...Array.from({ length: 4 }, () => expect.anything())]],
              ],
            },
          },
        ],
      })
      expect(outlines[0]?.[0]?.[0]?.[0]?.[0]).toBeCloseTo(prj.includes('6378137') ? -95.504 : 300_000, 3)
    }
  })

  test('names what is no polygon and leaves it out; NaN is refused by the name of the plot', () => {
    const plot = { rings: [inField(0, 0, 4)], row: { id: '6' } }
    const others = [
      { kind: 0, rings: [], row: { id: '7' } },
      { kind: 3, rings: [inField(0, 0, 1)], row: { id: '8' } },
    ]
    const { count, notes, geojson } = prepare(makeShapefile({ a: { shapes: [...others, plot], prj: UTM_15 } }))
    expect({ count, notes }).toEqual({ count: 1, notes: ['Left out: 1 row without a shape: 7; 1 line: 8.'] })
    expect(geojson).toMatchObject({ features: [{ properties: { plot_id: '6' } }] })
    expect(prepare(makeShapefile({ a: { shapes: others, prj: UTM_15 } })).problem).toBe(
      'There is no plot in this file. Plots are polygons; these are none: 1 row without a shape: 7; 1 line: 8.',
    )
    const rings = [[...inField(0, 0, 1), [Number.NaN, 1] as const]]
    expect(prepare(makeShapefile({ a: { shapes: [{ rings, row: { id: '7' } }], prj: UTM_15 } }))).toMatchObject({
      problem: 'A point of plot 7 has no numbers as coordinates.',
      geojson: null,
    })
  })

  test('without a table says that its plots are only numbered', () => {
    const { 'a.dbf': _table, ...files } = unzipSync(
      makeShapefile({ a: { shapes: [{ rings: [inField(0, 0, 4)], row: { id: '7' } }], prj: UTM_15 } }),
    )
    expect(prepare(zipSync(files))).toMatchObject({
      count: 1,
      notes: [expect.stringContaining('This shapefile has no .dbf file, so nothing names its plots')],
    })
  })

  test('with zeros behind its last shape is read, and with an index also with anything between its shapes', () => {
    const shapes = [0, 5].map((x) => ({ rings: [inField(x, 0, 4)], row: { id: String(x) } }))
    for (const [hasIndex, between] of [
      [false, 0],
      [true, 0],
      [true, 8],
    ] as const)
      expect(
        prepare(makeShapefile({ a: { shapes, prj: UTM_15, padding: { atEnd: 24, between }, hasIndex } })),
      ).toMatchObject({ count: 2, problem: null, notes: [] })
    expect(() => prepare(makeShapefile({ a: { shapes, prj: UTM_15, padding: { atEnd: 0, between: 8 } } }))).toThrow(
      'This shapefile is damaged or was cut off.',
    )
  })

  test('of strips wider than 180 units is read in a projected system', () => {
    const strip = [
      [300_000, 4_900_000],
      [300_000, 4_900_003],
      [300_250, 4_900_003],
      [300_250, 4_900_000],
    ] as const
    expect(
      prepare(makeShapefile({ a: { shapes: [{ rings: [strip], row: { id: '1' } }], prj: UTM_15 } })),
    ).toMatchObject({ count: 1, problem: null, isOnMaps: true })
  })

  test('that was cut off, or came without its archive, says what to do', () => {
    const shp = new Uint8Array(200)
    new DataView(shp.buffer).setUint32(0, 9994)
    new DataView(shp.buffer).setUint32(24, 500)
    expect(() => prepare(zipSync({ 'a.shp': shp }))).toThrow(
      'This shapefile is damaged or was cut off. Export it again.',
    )
    expect(() => prepare(shp, { fileName: 'a.shp' })).toThrow('into one ZIP archive')
    expect(() => prepare(archive.subarray(0, 300))).toThrow('This ZIP archive is damaged or was cut off.')
    expect(() => prepare(zipSync({ 'readme.txt': shp }))).toThrow(
      'This archive has no shapefile, GeoPackage, GeoJSON or KML.',
    )
    expect(() => prepare(zipSync({ 'a.shp': new Uint8Array(8 << 20) }))).toThrow('unpacks to far more than plots take')
  })
})

const kml = (placemarks: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks}</Document></kml>`
const ring = '-95.504,44.2258,0 -95.50395,44.2258,0 -95.50395,44.22585,0 -95.504,44.22585,0 -95.504,44.2258,0'
const shape = `<Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon>`

describe('KML', () => {
  const placemark = `<Placemark><name>101</name><ExtendedData><Data name="genotype"><value>A &amp; B</value></Data><SchemaData><SimpleData name="row">3</SimpleData></SchemaData></ExtendedData><MultiGeometry>${shape}</MultiGeometry></Placemark>`

  test('names its plots, and comes packed as KMZ, too', () => {
    for (const file of [strToU8(kml(placemark)), zipSync({ 'doc.kml': strToU8(kml(placemark)) })])
      expect(prepare(file)).toMatchObject({
        count: 1,
        crs: { epsg: 4326 },
        isOnMaps: true,
        geojson: { features: [{ properties: { plot_id: '101', genotype: 'A & B', row: '3' } }] },
      })
  })

  test('entities that it defines are not expanded; deep and cut files are refused', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>`
    const { columns } = prepare(`${bomb}${kml(placemark.replace('101', '&b;'))}`)
    expect(JSON.stringify(columns)).not.toContain('aaaaaaaaaa')
    expect(() => prepare(kml('<Folder>'.repeat(200)))).toThrow('nested too deeply')
    expect(() => prepare(kml(placemark).slice(0, -40))).toThrow('This KML file is damaged or was cut off.')
  })

  test('points, lines and empty placemarks beside plots are named and left out, those within a plot, too', () => {
    const point = '<Point><coordinates>-95.504,44.2258</coordinates></Point>'
    const pins = ['Gate', 'Well'].map((name) => `<Placemark><name>${name}</name>${point}</Placemark>`).join('')
    const route = '<Placemark><name>Route</name><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>'
    const labelled = placemark.replace('<MultiGeometry>', `<MultiGeometry>${point}`)
    const { count, notes } = prepare(kml(`${pins}${labelled}${route}<Placemark><name>Nothing</name></Placemark>`))
    expect({ count, notes }).toEqual({
      count: 1,
      notes: [
        'Left out: 2 points: Gate, Well; 1 point beside the outlines of plots: 101; 1 line: Route; 1 row without a shape: Nothing.',
      ],
    })
    expect(prepare(kml(pins)).problem).toContain('There is no plot in this file.')
  })

  test('people write spaces around commas, and holes before the outline', () => {
    const spaced = kml(placemark.replaceAll(',', ' , '))
    expect(prepare(spaced).outlines).toEqual(prepare(kml(placemark)).outlines)
    const [lon, lat] = [-95.50399, 44.22581]
    const hole = `<innerBoundaryIs><LinearRing><coordinates>${lon},${lat} ${lon + 1e-5},${lat} ${lon},${lat + 1e-5}</coordinates></LinearRing></innerBoundaryIs>`
    expect(prepare(kml(placemark.replace('<Polygon>', `<Polygon>${hole}`)))).toMatchObject({ problem: null, count: 1 })
  })

  test.each([
    ['ISO-8859-1', 'Pärz', 'latin1'],
    ['windows-1252', 'Pärz', 'latin1'],
    ['UTF-16', 'Pärz', 'utf16le'],
    ['UTF-8', 'Pärz', 'utf8'],
  ] as const)('is read in the encoding that it declares: %s', (encoding, name, written) => {
    const text = kml(placemark.replace('101', name)).replace('version="1.0"', `version="1.0" encoding="${encoding}"`)
    expect(prepare(new Uint8Array(Buffer.from(text, written)))).toMatchObject({
      notes: [],
      geojson: { features: [{ properties: { plot_id: name } }] },
    })
  })

  test('bytes that are not UTF-8, as it says, are a guess that is named', () => {
    const { notes, geojson } = prepare(new Uint8Array(Buffer.from(kml(placemark.replace('101', 'Pärz')), 'latin1')))
    expect(geojson).toMatchObject({ features: [{ properties: { plot_id: 'Pärz' } }] })
    expect(notes).toEqual([expect.stringContaining('are not in UTF-8, as they should be')])
  })
})

const collection = (features: object[], more: object = {}) =>
  JSON.stringify({ type: 'FeatureCollection', ...more, features })
const feature = (geometry: object, properties: object = { plot_id: '7' }) => ({
  type: 'Feature',
  properties,
  geometry,
})

describe('GeoJSON', () => {
  const corners = ring.split(' ').map((point) => point.split(',').map(Number).slice(0, 2))
  const polygon = { type: 'Polygon', coordinates: [corners] }

  test('latitude before longitude is noticed on the maps, and turned round; so it can be kept, too', () => {
    const swapped = collection([feature({ type: 'Polygon', coordinates: [corners.map(([x, y]) => [y, x])] })], {
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4326' } },
    })
    const { isSwapped, isOnMaps, geojson } = prepare(swapped)
    expect({ isSwapped, isOnMaps }).toEqual({ isSwapped: true, isOnMaps: true })
    expect(geojson).toMatchObject({ features: [{ geometry: { coordinates: [[[...corners]]] } }] })
    expect(prepare(swapped, { isSwapped: false })).toMatchObject({ isSwapped: false, isOnMaps: false })
  })

  test('ids of features name the plots where no property does', () => {
    const more = collection([
      { ...feature(polygon, { genotype: 'A' }), id: 'B-200' },
      { ...feature(polygon, { genotype: 'B' }), id: 17 },
      feature(polygon, { genotype: 'C' }),
      { ...feature(polygon, { plot_id: '101' }), id: 3 },
    ])
    const { features } = prepare(more).geojson as unknown as { features: { properties: { plot_id: string } }[] }
    expect(features.map(({ properties }) => properties.plot_id)).toEqual(['B-200', '17', '3', '101'])
  })

  test.each([
    'EPSG:32615',
    'urn:ogc:def:crs:EPSG::32615',
    'urn:ogc:def:crs:EPSG:9.8:32615',
    'http://www.opengis.net/def/crs/EPSG/0/32615',
  ])('of %s has that coordinate system, and its plots lie there', (name) => {
    const file = collection([feature({ type: 'Polygon', coordinates: [inField(0, 0, 4)] })], {
      crs: { type: 'name', properties: { name } },
    })
    expect(prepare(file)).toMatchObject({ crs: { epsg: 32615, from: 'file' }, isPlaced: true, isOnMaps: true })
  })

  test('one feature, one geometry, and features in a sequence or a list are plots, too', () => {
    const [first, second] = [feature(polygon), feature(polygon, { plot_id: '8' })]
    const lines = [first, second].map((one) => JSON.stringify(one))
    for (const [file, ids] of [
      [JSON.stringify(first), ['7']],
      [JSON.stringify(polygon), ['1']],
      [lines.join('\n'), ['7', '8']],
      [lines.map((line) => `\u001e${line}\n`).join(''), ['7', '8']],
      [JSON.stringify([first, second]), ['7', '8']],
    ] as const) {
      const { features } = prepare(file).geojson as unknown as { features: { properties: { plot_id: string } }[] }
      expect(features.map(({ properties }) => properties.plot_id)).toEqual(ids)
    }
  })

  test('columns of lists or objects are named and left out', () => {
    const file = collection([feature(polygon, { plot_id: '7', tags: ['a'], more: { b: 1 }, kept: 'x' })])
    expect(prepare(file)).toMatchObject({
      ownColumns: ['kept'],
      notes: [
        'Left out: column tags: it has lists or objects, not values; column more: it has lists or objects, not values.',
      ],
    })
  })

  test('a row without a geometry and a sample point are named and left out; an archive holds it, too', () => {
    const point = { type: 'Point', coordinates: corners[0] }
    const text = collection([
      feature(polygon),
      feature(null as never, { plot_id: '999' }),
      feature({ type: 'GeometryCollection', geometries: [point, polygon] }, { plot_id: '8' }),
      { ...feature(point, {}), id: 'S1' },
    ])
    const nested = zipSync({ 'inner.zip': zipSync({ 'a/b.json': strToU8('{}'), 'a/plots.geojson': strToU8(text) }) })
    for (const file of [text, nested])
      expect(prepare(file)).toMatchObject({
        count: 2,
        problem: null,
        notes: ['Left out: 1 row without a shape: 999; 1 point beside the outlines of plots: 8; 1 point: S1.'],
      })
    expect(prepare(nested)).toMatchObject({ layers: ['b', 'plots'], layer: 1 })
    expect(prepare(nested, { layer: 0 }).problem).toContain('This is no GeoJSON with features.')
  })

  test('a collection of polygons is one plot, and what each field says can be chosen', () => {
    const group = { type: 'GeometryCollection', geometries: [polygon] }
    const file = collection([feature(group, { plot_id: '7', code: 'A-1', trt: 'Falke', sown: '5/7/2026' })])
    const { geojson, columns } = prepare(file, {
      roles: { code: 'plotId', trt: 'genotype', plot_id: '' },
      dayOrder: 'day-first',
    })
    expect(columns.map(({ title, role }) => [title, role])).toEqual([
      ['plot_id', ''],
      ['code', 'plotId'],
      ['trt', 'genotype'],
      ['sown', 'plantingDate'],
    ])
    expect(geojson).toMatchObject({
      features: [
        {
          properties: { plot_id: 'A-1', genotype: 'Falke', plantingDate: '2026-07-05' },
          geometry: { type: 'MultiPolygon' },
        },
      ],
    })
    expect(prepare(file)).toMatchObject({
      isDayOrderOpen: true,
      problem:
        'The planting date of plot 7 is ‘5/7/2026’. Which number is the day can’t be told. Write it like 2026-05-03.',
    })
  })

  test.each([
    [
      'a curved polygon',
      [feature({ type: 'CurvePolygon' })],
      'Plot 7 is a CurvePolygon. Plots are polygons with straight edges: convert it, and export it again.',
    ],
    [
      'no coordinates',
      [feature({ type: 'MultiPolygon', coordinates: [] })],
      'There is no plot in this file. Plots are polygons; these are none: 1 row without a shape: 7.',
    ],
    [
      'a line that crosses itself',
      [feature({ type: 'Polygon', coordinates: [[0, 2, 1, 3].map((at) => corners[at])] })],
      'The outline of plot 7 crosses or touches itself. Draw it again.',
    ],
    [
      'a name twice',
      [feature(polygon), feature(polygon)],
      'Two plots are called 7: number 1 and number 2 of the file. Give each its own name.',
    ],
    [
      '100,000 plots',
      Array.from({ length: 100_000 }, () => feature(polygon)),
      'These are 100,000 plots. A trial has at most 20,000.',
    ],
    ['nothing', [], 'There is no plot in this file.'],
  ])('with %s is refused in the words of the server', (_what, features, problem) => {
    expect(prepare(collection(features))).toMatchObject({ problem, geojson: null, count: features.length })
  })

  test('NaN, which no JSON has, and what is no GeoJSON say so', () => {
    expect(() => prepare('{"type":"FeatureCollection","features":[[NaN, 1]]}')).toThrow('This file has NaN or Infinity')
    expect(() => prepare('plot;row')).toThrow('This is no GeoJSON with features.')
    expect(() => prepare('{"type":"Topology","arcs":[]}')).toThrow('This is TopoJSON, not GeoJSON.')
    expect(() => prepare('{"geometryType":"esriGeometryPolygon"}')).toThrow('This is JSON of Esri, not GeoJSON.')
    expect(
      prepare(
        collection([feature({ type: 'Polygon', coordinates: [[...corners.slice(1), [1e308, 'x']]] })]).replace(
          '1e+308,"x"',
          '1e999,1',
        ),
      ).problem,
    ).toBe('A point of plot 7 has no numbers as coordinates.')
  })
})

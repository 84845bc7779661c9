import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { recognise } from './recognise.ts'
import { fileOf, POINTS } from './testing/make-points.ts'

const text = (name: string, ...lines: readonly string[]) => recognise(fileOf(name, ...lines))

describe('files of OpenDroneMap', () => {
  const rows = [
    '604117.09 5706498.12 101.1 1200.5 900 DJI_0001.JPG A',
    '604117.09 5706498.12 101.1 800 700.25 DJI_0002.JPG A',
  ]

  test.each([
    ['EPSG:32632', 32_632],
    ['epsg:32632', 32_632],
    ['WGS84 UTM 32N', 32_632],
    ['WGS84 UTM 55S', 32_755],
    ['+proj=utm +zone=32 +ellps=WGS84 +datum=WGS84 +units=m +no_defs\t', 32_632],
    ['"+proj=utm +zone=32 +south +datum=WGS84"', 32_732],
    ['+proj=longlat +datum=WGS84 +no_defs', 4326],
  ])('the first line says the system: %s', (line, epsg) => {
    expect(text('gcp_list.txt', line, ...rows)).toMatchObject({
      format: 'odm-gcp',
      crs: { epsg },
      points: [{ label: 'A', x: 604_117.09, y: 5_706_498.12, z: 101.1 }],
      marks: [
        { label: 'A', photo: 'DJI_0001.JPG', x: 1200.5, y: 900 },
        { label: 'A', photo: 'DJI_0002.JPG', x: 800, y: 700.25 },
      ],
      skipped: 0,
    })
  })

  test('a mark of bytes, comments, tabs, line ends and missing heights, labels and spaces in names do no harm', () => {
    const found = text(
      'gcp.txt',
      '\uFEFFEPSG:4326\r\r',
      '# by hand\r\r',
      '10.5\t51.5\t100\t200\tmy field 1.jpg\t\r\r',
      '',
      '10.6 51.6 nan 100 200 b.tif far\r\r',
      '10.5 51.5 300 400 c.JPG',
    )
    expect(found?.points).toEqual([
      { label: 'Point 1', x: 10.5, y: 51.5, z: null },
      { label: 'far', x: 10.6, y: 51.6, z: null },
    ])
    expect(found?.marks.map(({ label, photo }) => `${label}: ${photo}`)).toEqual([
      'Point 1: my field 1.jpg',
      'far: b.tif',
      'Point 1: c.JPG',
    ])
  })

  test('other words of proj are a system without a code; one that reads files is none', () => {
    const lambert = '+proj=lcc +lat_1=49 +lat_2=44 +lat_0=46.5 +lon_0=3 +x_0=700000 +y_0=6600000 +ellps=GRS80 +units=m'
    expect(text('gcp.txt', lambert, ...rows)?.crs).toMatchObject({
      epsg: null,
      name: lambert,
      crs: { metresPerUnit: 1 },
    })
    const withGrid = '+proj=utm +zone=32 +nadgrids=/etc/passwd'
    expect(text('gcp.txt', withGrid, ...rows)?.crs).toEqual({ epsg: null, name: withGrid, crs: null })
  })

  test('a list that starts with the photo says where photos were taken', () => {
    expect(text('geo.txt', 'EPSG:4326', 'DJI_0001.JPG 10.5 51.5 140', 'DJI_0002.JPG 10.6 51.6')).toMatchObject({
      format: 'photo-positions',
      photos: ['DJI_0001.JPG', 'DJI_0002.JPG'],
      points: [
        { label: 'DJI_0001.JPG', x: 10.5, y: 51.5, z: 140 },
        { label: 'DJI_0002.JPG', x: 10.6, y: 51.6, z: null },
      ],
    })
  })
})

describe('files of Pix4D', () => {
  test.each([4, 6])('%s columns without a heading are points, in the order of the system', (columns) => {
    const lines = POINTS.map(({ label, east, north, z }) =>
      [label, east, north, z, 0.02, 0.03].slice(0, columns).join(','),
    )
    const found = text('gcps.txt', ...lines)
    expect(found).toMatchObject({ format: 'pix4d-gcp', axes: 'by-crs', crs: null, skipped: 0 })
    expect(found?.points[0]).toEqual({ label: 'A', x: 604_117.09, y: 5_706_498.12, z: 101.1 })
  })

  test('marks are photos with points', () => {
    const marks = [
      { label: '1', photo: 'DJI_0001.JPG', x: 10.5, y: 20 },
      { label: 'B', photo: 'DJI_0002.JPG', x: 11, y: 21.5 },
    ]
    const lines = ['D:\\field\\DJI_0001.JPG,1,10.5,20,1', 'D:\\field\\DJI_0002.JPG,B,11,21.5,1']
    expect(text('marks.csv', ...lines)).toMatchObject({ format: 'pix4d-marks', marks, points: [] })
    expect(text('marks.csv', 'image,gcp,x,y', ...lines)).toMatchObject({ format: 'pix4d-marks', marks })
  })

  test.each([
    ['points in photos', '<images><image path="a/DJI_0001.JPG"><gcp GCPlabel="A" x="10.5" y="20"/></image></images>'],
    ['photos in points', '<gcps><GCP label="A"><mark image="DJI_0001.JPG" x="10.5" y="20"/></GCP></gcps>'],
  ])('marks as XML, %s', (_, xml) => {
    expect(text('marks.xml', xml)).toMatchObject({
      format: 'pix4d-marks',
      marks: [{ label: 'A', photo: 'DJI_0001.JPG', x: 10.5, y: 20 }],
    })
  })

  test('a table of places of photos is no table of marks', () => {
    expect(text('positions.csv', 'DJI_0001.JPG,51.5,10.5,140.2', 'DJI_0002.JPG,51.6,10.6,140.1')).toMatchObject({
      format: 'photo-positions',
      photos: ['DJI_0001.JPG', 'DJI_0002.JPG'],
    })
  })
})

describe('files of Agisoft Metashape', () => {
  test('a reference says its system, and longitude comes first', () => {
    const found = text(
      'reference.txt',
      '# CoordinateSystem: GEOGCS["WGS 84",DATUM["World Geodetic System 1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]',
      '#Label,X/Longitude,Y/Latitude,Z/Altitude,Accuracy_X/Y_(m),Z_error',
      'A,10.5,51.5,100.5,0.02,0.1',
    )
    expect(found).toMatchObject({
      format: 'agisoft-reference',
      crs: { epsg: 4326 },
      points: [{ label: 'A', x: 10.5, y: 51.5, z: 100.5 }],
    })
  })

  test('markers have places, and marks by the labels of the cameras', () => {
    const found = text(
      'markers.xml',
      '<document version="1.2.0"><chunk><cameras><camera id="3" label="DJI_0001"/></cameras><markers>',
      '<marker id="0" label="A"><reference x="604117.09" y="5706498.12" z="101.1" enabled="1"/></marker></markers>',
      '<frames><frame id="0"><markers><marker marker_id="0"><location camera_id="3" pinned="1" x="10.5" y="20"/></marker></markers></frame></frames>',
      '<reference>PROJCS["WGS 84 / UTM zone 32N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]]],PROJECTION["Transverse_Mercator"],AUTHORITY["EPSG","32632"]]</reference></chunk></document>',
    )
    expect(found).toMatchObject({
      format: 'agisoft-markers',
      crs: { epsg: 32_632 },
      points: [{ label: 'A', x: 604_117.09, y: 5_706_498.12, z: 101.1 }],
      marks: [{ label: 'A', photo: 'DJI_0001', x: 10.5, y: 20 }],
    })
  })
})

const cells = (row: (string | number)[]) =>
  row.map((cell) =>
    typeof cell === 'string' ? `<c t="inlineStr"><is><t>${cell}</t></is></c>` : `<c><v>${cell}</v></c>`,
  )

describe('tables of surveyors', () => {
  const A = { label: 'A', x: 10.51, y: 51.51, z: 101.5 }

  test.each([
    ['words in order', ['point name,latitude,longitude,height', 'A,51.51,10.51,101.5']],
    ['other words', ['Label;Lon_dec;Lat_dec;Altitude', 'A;10,51;51,51;101,5']],
    ['degrees and minutes', ['ID\tLat\tLon\tElev', `A\t51°30'36"N\t10°30'36"E\t101.5 m`]],
    ['letters against the words', ['ID\tLon\tLat\tElev', `A\t51°30'36"N\t10°30'36"E\t101.5`]],
    [
      'accuracies and codes',
      ['Name,Code,Longitude,Latitude,Ellipsoidal height,Lateral RMS,Latitude std', 'A,gcp,10.51,51.51,101.5,0.01,0.02'],
    ],
    ['a title', ['Survey of 2026', 'name,lat,lon,z', 'A,51.51,10.51,101.5']],
  ])('with %s', (_, lines) => {
    const found = text('gcp.csv', ...lines)
    expect(found).toMatchObject({ format: 'survey', crs: null, isDegrees: true, skipped: 0 })
    expect(found?.points).toEqual([{ ...A, x: expect.closeTo(A.x, 9), y: expect.closeTo(A.y, 9) }])
  })

  test('northing may come first, and heights in feet are metres afterwards', () => {
    const found = text('points.csv', 'Point,Northing (ft),Easting (ft),Elevation (US ft)', 'A,2000,1000,3937')
    expect(found).toMatchObject({ points: [{ label: 'A', x: 1000, y: 2000, z: 1200 }], metresPerUnit: 0.3048 })
  })

  test('numbers without words may be either way around', () => {
    expect(text('gcp.txt', '1 604117.09 5706498.12 101.1', '2 604172.60 5706500.37 100.2')).toMatchObject({
      format: 'survey',
      axes: 'unknown',
      points: [{ label: '1', x: 604_117.09, y: 5_706_498.12, z: 101.1 }, { label: '2' }],
    })
  })

  test('a workbook is read like a table', () => {
    const rows = [
      ['name', 'easting', 'northing', 'z'],
      ['A', 604_117.09, 5_706_498.12, 101.1],
    ]
    const entries = {
      'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<R><Relationship Id="r1" Target="worksheets/sheet1.xml"/></R>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.map((row) => `<row>${cells(row).join('')}</row>`).join('')}</sheetData></worksheet>`,
    }
    const bytes = zipSync(Object.fromEntries(Object.entries(entries).map(([name, xml]) => [name, strToU8(xml)])))
    expect(recognise({ name: 'gcp.xlsx', bytes })).toMatchObject({
      format: 'survey',
      points: [{ label: 'A', x: 604_117.09, y: 5_706_498.12, z: 101.1 }],
    })
  })

  test('tables of plots, values and words are none', () => {
    expect(text('plots.csv', 'plot,x,y', '1,1,1', '2,1,2')).toBeNull()
    expect(text('yield.csv', 'plot_id,lat,lon,yield', '1,51.5,10.5,7.2')).toBeNull()
    expect(text('weather.csv', 'date,temperature,rain', '2026-05-01,12.5,0')).toBeNull()
    expect(text('readme.txt', 'This flight was made in the morning,', 'with little wind.')).toBeNull()
  })
})

const feature = (type: string, coordinates: unknown, properties = {}) => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
})

const geojson = (name: string, ...features: unknown[]) =>
  text(name, JSON.stringify({ type: 'FeatureCollection', features }))

describe('files of cameras and maps', () => {
  test('lines of DJI count by what stands behind each number', () => {
    const found = text(
      'DJI_202606231000_Timestamp.MRK',
      '1\t200000.123456\t[2321]\t  12,N\t  -3,E\t  190,V\t51.50002000,Lat\t10.50001000,Lon\t145.123,Ellh\t0.0101, 0.0102, 0.0203\t50,Q',
      '2\t200002.123456\t[2321]\t  12,N\t  -3,E\t  190,V\t10.50002000,Lon\t51.50003000,Lat\t145.223,Ellh\t0.0101, 0.0102, 0.0203\t34,Q',
    )
    expect(found).toMatchObject({
      format: 'dji-mrk',
      fixed: 1,
      crs: { epsg: 4326 },
      points: [
        { label: '1', x: 10.500_01, y: 51.500_02, z: 145.123 },
        { label: '2', x: 10.500_02, y: 51.500_03, z: 145.223 },
      ],
    })
  })

  test.each([
    ['100_0001_PPKRAW.bin', 'ppk'],
    ['rover.obs', 'ppk'],
    ['rover.26o', 'ppk'],
    ['EVENTLOG.bin', 'ppk'],
    ['0000SET/diag0.dat', 'micasense'],
    ['field.shp', 'plot-boundaries'],
  ])('%s is known by its name', (name, format) => {
    expect(recognise({ name, bytes: null })).toMatchObject({ file: name, format, points: [] })
  })

  test('plots, routes and points of maps are told apart', () => {
    const ring = [
      [
        [10, 51],
        [11, 51],
        [11, 52],
        [10, 51],
      ],
    ]
    expect(geojson('field.geojson', feature('Polygon', ring))).toMatchObject({ format: 'plot-boundaries', shapes: 1 })
    expect(geojson('field.geojson', feature('LineString', ring[0]))).toMatchObject({ format: 'flight-plan' })
    expect(geojson('gcp.geojson', feature('Point', [10.5, 51.5, 100], { name: 'A' }))).toMatchObject({
      format: 'survey',
      crs: { epsg: 4326 },
      points: [{ label: 'A', x: 10.5, y: 51.5, z: 100 }],
    })
    const kml =
      '<kml><Placemark><name>A</name><Point><coordinates>10.5,51.5,100</coordinates></Point></Placemark></kml>'
    expect(text('gcp.kml', kml)?.points).toEqual([{ label: 'A', x: 10.5, y: 51.5, z: null }])
    expect(text('mission.kml', kml)).toMatchObject({ format: 'flight-plan', shapes: 1 })
  })
})

import { describe, expect, test } from 'vitest'
import type { CheckId } from '#domain/flights.ts'
import type { ArchiveFile } from '../control-points/control-point-source.ts'
import { fileOf, POINTS } from '../control-points/testing/make-points.ts'
import type { ArchivePhoto } from './archive-photos.ts'
import { describeFlight } from './describe-flight.ts'
import { makeFlight } from './testing/make-flight.ts'

const PHOTOS = makeFlight()
type Asked = Parameters<typeof describeFlight>[1]
const flightOf = (files: readonly ArchiveFile[], asked: Asked = {}, photos: readonly ArchivePhoto[] = PHOTOS) =>
  describeFlight(photos, { files, ...asked })
const messageOf = (id: CheckId, ...flight: Parameters<typeof flightOf>) =>
  flightOf(...flight).checks.find((check) => check.id === id)?.message

type Point =
  | (typeof POINTS)[number]
  | { label: string; lon: number; lat: number; east: number; north: number; z: number }
const survey = (points: readonly Point[] = POINTS, name = 'gcp.csv') =>
  fileOf(
    name,
    'name,easting,northing,height',
    ...points.map(({ label, east, north, z }) => `${label},${east},${north},${z}`),
  )
const MARKED = [1, 2, 3].map((number) => `DJI_000${number}.JPG`)
const list = (points: readonly Point[] = POINTS, photos: readonly string[] = MARKED, at = '100 200') =>
  fileOf(
    'gcp_list.txt',
    'EPSG:32632',
    ...points.flatMap(({ label, east, north, z }) =>
      photos.map((photo) => `${east} ${north} ${z} ${at} ${photo} ${label}`),
    ),
  )

test('a good list of points that are marked is placed, and nothing is to mind', () => {
  const flight = flightOf([list()])
  expect(flight.checks).toEqual([])
  expect(flight.controlPoints).toEqual([
    {
      file: 'gcp_list.txt',
      format: 'odm-gcp',
      epsg: 32_632,
      crs: 'WGS 84 / UTM zone 32N',
      crsSource: 'file',
      pointCount: 5,
      markCount: 15,
      points: POINTS.map(({ label, lon, lat, z }) => ({
        label,
        lon: expect.closeTo(lon, 6),
        lat: expect.closeTo(lat, 6),
        height: z,
        photos: 3,
      })),
    },
  ])
})

const placeOf = (files: ArchiveFile[], asked: Asked = {}) => {
  const [file] = flightOf(files, asked).controlPoints
  const [first] = file?.points ?? []
  return { epsg: file?.epsg, crsSource: file?.crsSource, lon: first?.lon, lat: first?.lat }
}

const crsOfEpsg = (epsg: number) => ({
  epsg,
  name: 'Known',
  proj4: '+proj=longlat +datum=WGS84',
  metresPerUnit: null,
})

describe('the coordinate system of a file that does not say it', () => {
  const among = { lon: expect.closeTo(10.500_01, 6), lat: expect.closeTo(51.500_02, 6) }

  test('is proposed where it puts the points among the photos, and only proposed', () => {
    expect(placeOf([survey()])).toEqual({ epsg: 32_632, crsSource: 'proposed', ...among })
    expect(messageOf('control-points-crs', [survey()])).toBe(
      'gcp.csv does not say its coordinate system. WGS 84 / UTM zone 32N (EPSG:32632) is proposed, because it puts the points among the photos. Confirm it, or enter another.',
    )
  })

  test('is found with columns in any order, and for degrees', () => {
    const northFirst = fileOf('gcp.txt', ...POINTS.map(({ label, east, north, z }) => `${label} ${north} ${east} ${z}`))
    expect(placeOf([northFirst])).toEqual({ epsg: 32_632, crsSource: 'proposed', ...among })
    for (const order of [
      ['lon', 'lat'],
      ['lat', 'lon'],
    ] as const) {
      const degrees = fileOf(
        'gcp.txt',
        ...POINTS.map((point) => `${point.label} ${point[order[0]]} ${point[order[1]]}`),
      )
      expect(placeOf([degrees])).toEqual({ epsg: 4326, crsSource: 'proposed', ...among })
    }
  })

  test('is found on the southern half of the Earth and in the next zone, too', () => {
    const photos = makeFlight().map((one, at) => {
      const position = { lon: 11.9995 + (at % 8) * 1e-4, lat: -51.5 + at * 1e-5, altitude: 140 }
      const { photo } = one
      return {
        ...one,
        photo: photo?.position ? { ...photo, position: { ...photo.position, ...position } } : null,
      }
    })
    // PROJ 9: 11.9996 degrees east, 51.4998 south, in zone 33.
    const [file] = flightOf(
      [fileOf('gcp.txt', '1 291754.46 4290324.11', '2 291754.46 4290324.11')],
      {},
      photos,
    ).controlPoints
    expect(file).toMatchObject({ epsg: 32_733, crsSource: 'proposed' })
  })

  test('is asked for where none fits', () => {
    const far = survey(POINTS.map((point) => ({ ...point, east: point.east + 50_000 })))
    expect(placeOf([far])).toEqual({ epsg: null, crsSource: null, lon: undefined, lat: undefined })
    expect(messageOf('control-points-crs', [far])).toBe(
      'gcp.csv does not say its coordinate system, and none puts its points among the photos. Enter its EPSG code.',
    )
    expect(
      flightOf(
        [survey()],
        {},
        makeFlight(() => ({ position: null })),
      ).controlPoints[0]?.crsSource,
    ).toBeNull()
  })

  test('counts as a person enters it, but not against the file', () => {
    const controlPointsEpsg = [
      { file: 'gcp.csv', epsg: 25_832 },
      { file: 'gcp_list.txt', epsg: 4326 },
    ]
    expect(placeOf([survey()], { controlPointsEpsg })).toEqual({ epsg: 25_832, crsSource: 'entered', ...among })
    expect(messageOf('control-points-crs', [survey()], { controlPointsEpsg })).toBeUndefined()
    expect(placeOf([list()], { controlPointsEpsg })).toEqual({ epsg: 32_632, crsSource: 'file', ...among })
  })

  test('orders the axes of a file of Pix4D: latitude first by 4326, east first by a zone', () => {
    const degrees = fileOf('pix.csv', ...POINTS.map(({ label, lon, lat, z }) => `${label},${lat},${lon},${z}`))
    const photos = makeFlight(() => ({ position: null }))
    const controlPointsEpsg = [{ file: 'pix.csv', epsg: 4326 }]
    expect(flightOf([degrees], { controlPointsEpsg }, photos).controlPoints[0]?.points[0]).toMatchObject(among)
    const metres = fileOf('pix.csv', ...POINTS.map(({ label, east, north, z }) => `${label},${east},${north},${z}`))
    const zone = { controlPointsEpsg: [{ file: 'pix.csv', epsg: 32_632 }] }
    expect(flightOf([metres], zone, photos).controlPoints[0]?.points[0]).toMatchObject(among)
  })

  test('is told by a longer list of codes where one is at hand', () => {
    const file = fileOf('gcp_list.txt', 'EPSG:2180', ...POINTS.map(({ label }) => `1 2 3 4 5 a.jpg ${label}`))
    expect(messageOf('control-points-crs', [file])).toBe(
      'The coordinate system of gcp_list.txt, EPSG:2180, does not give its points a place on Earth. Check it and the coordinates.',
    )
    expect(flightOf([file], { crsOfEpsg }).controlPoints[0]).toMatchObject({
      crs: 'Known',
      points: [{ lon: 1, lat: 2 }, {}, {}, {}, {}],
    })
  })
})

test('columns that are exchanged are found, and shown as they are meant', () => {
  const turned = list(POINTS.map((point) => ({ ...point, east: point.north, north: point.east })))
  expect(messageOf('control-points-crs', [turned])).toBe(
    'In gcp_list.txt, east and north seem to be exchanged: only so the points lie among the photos. Exchange the columns.',
  )
  expect(flightOf([turned]).controlPoints[0]?.points[0]?.lon).toBeCloseTo(10.500_01, 6)
})

test.each<[string, readonly Point[], string]>([
  [
    'few',
    POINTS.slice(0, 2),
    'gcp_list.txt has 2 control points. At least 3 are needed, or they are not used. Add the others.',
  ],
  ['some', POINTS.slice(0, 4), 'gcp_list.txt has 4 control points. With 5 or more, an error in one of them is seen.'],
  [
    'two of one name',
    [...POINTS, { ...POINTS[3], label: 'A' }],
    'In gcp_list.txt, A has more than one place. Give each point a name of its own.',
  ],
  [
    'a line',
    POINTS.map((point, at) => ({ ...point, east: 604_117 + 10 * at, north: 5_706_498 + 8 * at })),
    'The points of gcp_list.txt lie nearly on one line, so the map can tilt around it. Add points at both sides.',
  ],
  [
    'no height',
    POINTS.map((point) => ({ ...point, z: 0 })),
    'All points of gcp_list.txt have the height 0. A map would be bent to it: enter their heights, or leave the column out.',
  ],
  [
    'one far away',
    [...POINTS, { ...POINTS[0], label: 'F', east: 604_117 + 400 }],
    'In gcp_list.txt, F lies outside the ground that the photos show. Points that no photo shows are not used. Check their coordinates.',
  ],
  [
    'all far away',
    POINTS.map((point) => ({ ...point, north: point.north + 2000 })),
    'All points of gcp_list.txt lie outside the ground that the photos show. Check the coordinate system, and that the file belongs to this flight.',
  ],
])('%s points are found', (_, points, expected) => {
  expect(messageOf('control-points', [list(points)])).toBe(expected)
})

const higher = (metres: number) => list(POINTS.map((point) => ({ ...point, z: point.z + metres })))

test('heights above another zero than those of the photos are found', () => {
  expect(messageOf('control-points-heights', [higher(-46)])).toBe(
    'The points of gcp_list.txt are 45 m lower than the ground by the photos. One may be above the ellipsoid and the other above the sea. Tell us which the points are; heights of plants are not changed by it.',
  )
  expect(messageOf('control-points-heights', [higher(232)])).toMatch(/233 m higher .* feet/)
  expect(messageOf('control-points-heights', [higher(10)])).toBeUndefined()
})

describe('marks', () => {
  test.each<[string, ArchiveFile, string]>([
    [
      'photos that are not there',
      list(POINTS, [...MARKED, 'DJI_9999.JPG']),
      '1 photo in gcp_list.txt is in the archive (DJI_9999.JPG missing). Add them, or write their names as in the archive.',
    ],
    [
      'names in small letters',
      list(
        POINTS,
        MARKED.map((name) => name.toLowerCase()),
      ),
      "gcp_list.txt writes dji_0001.jpg, dji_0002.jpg and dji_0003.jpg with other small and capital letters, or another ending, than the archive. Some programs then don't find the photo.",
    ],
    [
      'places outside of a photo',
      list(POINTS.slice(0, 5), MARKED, '5000 200'),
      'gcp_list.txt marks A in DJI_0001.JPG, A in DJI_0002.JPG, A in DJI_0003.JPG, B in DJI_0001.JPG, B in DJI_0002.JPG and 10 more outside the photo. The photos may be smaller than those that were marked: mark them again.',
    ],
    [
      'too few photos',
      list(POINTS, MARKED.slice(1)),
      'A, B, C, D and E of gcp_list.txt are marked in fewer than 3 photos. Mark more.',
    ],
    [
      'none at all',
      survey(),
      'No point of gcp.csv is marked in photos. Before they can be used, their targets must be marked in at least 3 photos each.',
    ],
    [
      'points without a place',
      fileOf('marks.csv', 'DJI_0001.JPG,A,10,20', 'DJI_0002.JPG,A,10,20'),
      'No file gives A a place on the ground. Send the coordinates of these points, too.',
    ],
  ])('of %s are found', (_, file, expected) => {
    expect(messageOf('control-points-marks', [file])).toBe(expected)
  })

  test('of one file count for the points of another', () => {
    const marks = fileOf(
      'marks.csv',
      ...POINTS.flatMap(({ label }) => MARKED.map((photo) => `${photo},${label},10,20`)),
    )
    const flight = flightOf([survey(), marks])
    expect(flight.controlPoints.map(({ points }) => points.map(({ photos }) => photos))).toEqual([[3, 3, 3, 3, 3], []])
    expect(messageOf('control-points-marks', [survey(), marks])).toBeUndefined()
  })
})

const table = (scale: number) =>
  fileOf('other.csv', ...POINTS.map(({ east, north }) => `${east * scale};${north * scale};3`))

test('points without a name in two files are different points', () => {
  const unnamed = fileOf('gcp_a.txt', 'EPSG:32632', '604117.09 5706498.12 101 1 2 DJI_0001.JPG')
  const other = fileOf('gcp_b.txt', 'EPSG:32632', '604172.6 5706500.37 101 1 2 DJI_0002.JPG')
  const flight = flightOf([unnamed, other])
  expect(flight.controlPoints.map(({ points }) => points[0]?.photos)).toEqual([1, 1])
})

test('files that cannot be read, and tables that may be something else', () => {
  expect(messageOf('control-points', [{ name: 'a/gcp.xls', bytes: null }])).toBe(
    "gcp.xls can't be read. Send it as CSV, TXT or XLSX of at most 4 MB.",
  )
  expect(flightOf([table(0.1)]).controlPoints).toEqual([])
  expect(flightOf([table(1)]).controlPoints).toMatchObject([{ format: 'survey', crsSource: 'proposed' }])
})

const mrkLine = (number: number, quality: number) =>
  `${number}\t200000.1\t[2321]\t1,N\t1,E\t1,V\t51.5,Lat\t10.5,Lon\t140,Ellh\t0.01, 0.01, 0.02\t${quality},Q`

const mrk = (lines: number) =>
  fileOf('x_Timestamp.MRK', ...Array.from({ length: lines }, (_, at) => mrkLine(at + 1, 50)))

test('a line of DJI for each photo beside it is as it should be', () => {
  expect(flightOf([mrk(40)]).checks.map(({ id }) => id)).toEqual(['recognised-files'])
  expect(messageOf('photo-positions', [mrk(38)])).toBe(
    'x_Timestamp.MRK has 38 positions, and 40 photos lie beside it. PPK needs one for each: check that all of the flight is in the archive.',
  )
})

const qualityFile = (...qualities: number[]) =>
  fileOf('x_Timestamp.MRK', ...qualities.map((quality, at) => mrkLine(at + 1, quality)))

test('how well positions are known is read there, where the photos do not say it', () => {
  expect(messageOf('rtk', [qualityFile(50, 50, 34, 16)])).toBe(
    'Only 50 % of the positions in x_Timestamp.MRK are fixed by RTK. The others are off by decimetres to metres: send the files for PPK, or ground control points.',
  )
  expect(messageOf('rtk', [qualityFile(50, 50, 50, 50)])).toBeUndefined()
  expect(messageOf('rtk', [qualityFile(16, 16, 16, 16)])).toBeUndefined()
  const fixed = makeFlight(() => ({ rtk: { flag: 50, sdLon: 0.01, sdLat: 0.01, sdHeight: 0.01 } }))
  expect(messageOf('rtk', [qualityFile(50, 34, 34, 34)], {}, fixed)).toBeUndefined()
})

test('at most 500 points are kept, and ten sentences are said', () => {
  const many = Array.from({ length: 600 }, (_, at) => ({ ...POINTS[at % 5], label: `P${at}`, z: 101 })) as Point[]
  expect(flightOf([list(many)]).controlPoints[0]).toMatchObject({ pointCount: 600 })
  expect(flightOf([list(many)]).controlPoints[0]?.points).toHaveLength(500)
  const files = Array.from({ length: 14 }, (_, at) => survey(POINTS, `gcp${at}.csv`))
  expect(messageOf('control-points-marks', files)).toMatch(/gcp9\.csv .* There are 4 more findings like these\.$/)
})

test.each([
  ['gcp_list.txt', 'see the mail of Monday'],
  ['field/GCPs.csv', ''],
  ['Ground Control.xml', '<nothing/>'],
  ['passpunkte.geojson', '{"type": "Feature'],
  ['control-points.kml', '<kml></kml>'],
  ['gcp/points.csv', 'the points follow'],
])('%s has the name of control points: that none can be read from it is said', (name, content) => {
  const file = name.slice(name.lastIndexOf('/') + 1)
  const flight = flightOf([fileOf(name, content)])
  expect(flight.controlPoints).toEqual([])
  expect(flight.checks).toMatchObject([{ id: 'control-points', severity: 'warn' }])
  expect(flight.checks[0]?.message).toContain(
    `${file} has the name of a file of control points, and no points were found in it.`,
  )
})

test('a shapefile of control points is not taken for plots, and other files beside points are not asked for any', () => {
  expect(messageOf('control-points', [{ name: 'gcp.shp', bytes: null }])).toContain("gcp.shp can't be read.")
  const readme = fileOf('gcp/readme.txt', 'Surveyed in the morning')
  expect(flightOf([{ ...list(), name: 'gcp/list.txt' }, readme]).checks).toEqual([])
})

test('a system of unknown name is called by it; a person, or the photos, say which it is', () => {
  const [system, ...rows] = new TextDecoder().decode(list().bytes ?? undefined).split('\n')
  expect(system).toBe('EPSG:32632')
  const named = fileOf('gcp_list.txt', 'Grid of the farm', ...rows)
  const flight = flightOf([named])
  expect(flight.controlPoints).toMatchObject([{ epsg: 32_632, crsSource: 'proposed', pointCount: 5 }])
  expect(messageOf('control-points-crs', [named])).toBe(
    'gcp_list.txt calls its coordinate system Grid of the farm, which is not known here. WGS 84 / UTM zone 32N (EPSG:32632) is proposed, because it puts the points among the photos. Confirm it, or enter another.',
  )
  const entered = flightOf([named], { controlPointsEpsg: [{ file: 'gcp_list.txt', epsg: 25_832 }] })
  expect(entered.controlPoints).toMatchObject([{ epsg: 25_832, crsSource: 'entered' }])
  const far = fileOf('gcp_list.txt', 'Grid of the farm', ...rows.map((row) => row.replaceAll(/^\d/g, '1')))
  expect(messageOf('control-points-crs', [far])).toBe(
    'gcp_list.txt calls its coordinate system Grid of the farm, which is not known here, and none puts its points among the photos. Enter its EPSG code.',
  )
})

test('names of people who mean no good stay short and in their place', () => {
  const long = 'A'.repeat(1_000_000)
  const xml = `<a><chunk><markers><marker id="0" label="${long}"><reference x="1" y="2"/></marker></markers></chunk></a>`
  const flight = flightOf([fileOf('gcp.xml', xml), survey(POINTS.slice(1), '\u202Egcp.csv')])
  expect(flight.controlPoints[0]).toMatchObject({ format: 'agisoft-markers', pointCount: 1 })
  expect(JSON.stringify(flight.checks).length).toBeLessThan(10_000)
  expect(flight.checks.map(({ message }) => message).join(' ')).toContain('\\u{202E}gcp.csv')
})

// What makers call height, place and direction of view. Right values are those of ExifTool 12.57 for files with these tags.
import { describe, expect, test } from 'vitest'
import type { Photo } from './photo.ts'
import { readPhoto } from './read-photo.ts'
import { degreesMinutesSeconds, makeJpeg, makeTiff, type Tags, xmpOf } from './testing/make-photo.ts'

type Made = { main?: Tags; gps?: Tags; xmp: string }

async function read({ main = {}, gps, xmp }: Made): Promise<Photo> {
  const tags = gps ? { ...main, 34_853: { directory: gps } } : main
  const bytes = makeJpeg({ tiff: makeTiff([tags]), xmp })
  const found = await readPhoto({ size: bytes.length, readRange: (from, to) => Promise.resolve(bytes.slice(from, to)) })
  if (!found) throw new Error('This is no photo')
  return found.photo
}

const anglesOf = (prefix: string, [yaw, pitch, roll]: readonly [number, number, number], suffix = '') => ({
  [`${prefix}Yaw${suffix}`]: String(yaw),
  [`${prefix}Pitch${suffix}`]: String(pitch),
  [`${prefix}Roll${suffix}`]: String(roll),
})
const camera = (make: string, model: string): Tags => ({ 271: make, 272: model })

const inStructure = (fields: string): string =>
  xmpOf({ 'drone-skydio:RelativeAltitude': '60.0' }).replace('/></rdf:RDF>', `>${fields}</rdf:Description></rdf:RDF>`)
const [YAW_PITCH_ROLL, OTHERS] = [
  '<drone-skydio:Yaw>1.0</drone-skydio:Yaw><drone-skydio:Pitch>-45.0</drone-skydio:Pitch><drone-skydio:Roll>0.5</drone-skydio:Roll>',
  '<drone-skydio:CameraOrientationFLU rdf:parseType="Resource"><drone-skydio:Pitch>45.0</drone-skydio:Pitch></drone-skydio:CameraOrientationFLU>',
]
const SKYDIO = { relativeAltitude: 60, attitude: { yaw: 1, pitch: -45, roll: 0.5 } }

test.each<[string, Made, Partial<Photo>]>([
  [
    'DJI',
    {
      xmp: xmpOf({
        ...anglesOf('drone-dji:Gimbal', [42.8, -89.9, 0], 'Degree'),
        'drone-dji:RelativeAltitude': '+40.10',
      }),
    },
    { relativeAltitude: 40.1, attitude: { yaw: 42.8, pitch: -89.9, roll: 0 } },
  ],
  [
    'Autel, with names of Pix4D and angles from the horizon',
    {
      main: camera('Camera', 'XL715'),
      xmp: xmpOf({ ...anglesOf('Camera:', [1, -90, 0]), 'Camera:AboveGroundAltitude': '60' }),
    },
    { relativeAltitude: 60, attitude: { yaw: 1, pitch: -90, roll: 0 } },
  ],
  [
    'Autel, that looks 30 degrees down',
    { main: camera('Autel Robotics', 'XT705'), xmp: xmpOf(anglesOf('Camera:', [1, -30, 0])) },
    { attitude: { yaw: 1, pitch: -30, roll: 0 } },
  ],
  [
    "Autel's later drones",
    { xmp: xmpOf({ ...anglesOf('drone:Gimbal', [10, -90, 0], 'Degree'), 'drone:RelativeAltitude': '55.5' }) },
    { relativeAltitude: 55.5, attitude: { yaw: 10, pitch: -90, roll: 0 } },
  ],
  [
    'Sentera, that looks straight down by Pix4D',
    {
      main: camera('Sentera', '21214-01_3.2MP-GS-0001'),
      xmp: xmpOf({ ...anglesOf('Camera:', [90, 0, 0]), 'Camera:AboveGroundAltitude': '60.0' }),
    },
    { relativeAltitude: 60, attitude: { yaw: 90, pitch: -90, roll: 0 } },
  ],
  [
    'Parrot Anafi, whose height is a fraction',
    {
      main: camera('Parrot', 'Anafi'),
      xmp: xmpOf({
        ...anglesOf('drone-parrot:Camera', [1, -45, 0], 'Degree'),
        ...anglesOf('Camera:', [1, 45, 0]),
        'Camera:AboveGroundAltitude': '120/2',
      }),
    },
    { relativeAltitude: 60, attitude: { yaw: 1, pitch: -45, roll: 0 } },
  ],
  [
    'Parrot Sequoia, tilted by Pix4D',
    { main: camera('Parrot', 'Sequoia'), xmp: xmpOf(anglesOf('Camera:', [170, -8.5, 2])) },
    { relativeAltitude: null, attitude: { yaw: 170, pitch: -98.5, roll: 2 } },
  ],
  [
    'Skydio, with structures of the same fields',
    {
      xmp: inStructure(
        `${OTHERS}<drone-skydio:CameraOrientationNED rdf:parseType="Resource">${YAW_PITCH_ROLL}</drone-skydio:CameraOrientationNED>`,
      ),
    },
    SKYDIO,
  ],
  [
    'Skydio, with a description in the structure',
    {
      xmp: inStructure(
        `${OTHERS}<drone-skydio:CameraOrientationNED><rdf:Description>${YAW_PITCH_ROLL}</rdf:Description></drone-skydio:CameraOrientationNED>`,
      ),
    },
    SKYDIO,
  ],
  [
    'Skydio, with fields as attributes',
    {
      xmp: inStructure(
        `${OTHERS}<drone-skydio:CameraOrientationNED drone-skydio:Yaw="1" drone-skydio:Pitch="-45" drone-skydio:Roll="0.5"/>`,
      ),
    },
    SKYDIO,
  ],
  [
    'Yuneec',
    {
      xmp: xmpOf({ ...anglesOf('drone-yuneec:Gimbal', [73.23, -89.96, 0]), 'drone-yuneec:AboveHomeAltitude': '34.4' }),
    },
    { relativeAltitude: 34.4, attitude: { yaw: 73.23, pitch: -89.96, roll: 0 } },
  ],
  [
    'Yuneec CGO3',
    { xmp: xmpOf(anglesOf('xmp:Camera', [-85.6, -88.9, 0.1])) },
    { attitude: { yaw: -85.6, pitch: -88.9, roll: 0.1 } },
  ],
  ['senseFly', { xmp: xmpOf({ 'sensefly:Height': '67.874511720000001' }) }, { relativeAltitude: 67.87451172 }],
])('%s', async (_, made, said) => {
  expect(await read(made)).toMatchObject(said)
})

test.each(['drone-dji:Gimbal', 'drone:Gimbal', 'drone-parrot:Camera'])(
  'angles of %s that are all 0 are unknown, not a view to the horizon',
  async (prefix) => {
    expect((await read({ xmp: xmpOf(anglesOf(prefix, [0, 0, 0], 'Degree')) })).attitude).toBeNull()
    expect((await read({ xmp: xmpOf(anglesOf('Camera:', [0, 0, 0])) })).attitude).toBeNull()
    const level = { xmp: xmpOf(anglesOf(prefix, [12, 0, 0], 'Degree')) }
    expect((await read(level)).attitude).toEqual({ yaw: 12, pitch: 0, roll: 0 })
  },
)

const gpsAt = (lat: number, lon: number, altitude = 420): Tags => ({
  1: lat < 0 ? 'S' : 'N',
  2: { fractions: degreesMinutesSeconds(lat) },
  3: lon < 0 ? 'W' : 'E',
  4: { fractions: degreesMinutesSeconds(lon) },
  5: { bytes: Uint8Array.of(0) },
  6: { fractions: [[Math.round(altitude * 1000), 1000]] },
})
const xmpAt = (lat: number, lon: number, others: Readonly<Record<string, string>> = {}) =>
  xmpOf({
    'drone-dji:GpsLatitude': String(lat),
    'drone-dji:GpsLongitude': String(lon),
    'drone-dji:AbsoluteAltitude': '+420.00',
    ...others,
  })

describe('a place in Exif and another in XMP', () => {
  const [LAT, LON] = [44.228544, -95.379]
  const METRES_30 = 30 / 111_320

  test('agree within 5 m: XMP counts, because it has more digits', async () => {
    const { position } = await read({ gps: gpsAt(LAT + 3 / 111_320, LON), xmp: xmpAt(LAT, LON) })
    expect(position).toMatchObject({ lat: LAT, lon: LON, dispute: null })
  })

  test('differ: Exif counts, with its altitude, because programs for PPK rewrite it', async () => {
    const { position } = await read({ gps: gpsAt(LAT + METRES_30, LON, 391.5), xmp: xmpAt(LAT, LON) })
    expect(position?.lat).toBeCloseTo(LAT + METRES_30, 6)
    expect(position).toMatchObject({ altitude: 391.5, dispute: { taken: 'Exif' } })
    expect(position?.dispute?.metres).toBeCloseTo(30, 0)
    expect(position?.dispute?.heightMetres).toBeCloseTo(28.5, 6)
  })

  test('differ, and XMP is fixed by RTK: XMP counts, unless Exif says that it is more exact', async () => {
    const xmp = xmpAt(LAT, LON, {
      'drone-dji:RtkFlag': '50',
      'drone-dji:RtkStdLon': '0.02',
      'drone-dji:RtkStdLat': '0.02',
    })
    const gps = gpsAt(LAT + METRES_30, LON)
    expect((await read({ gps, xmp })).position).toMatchObject({ lat: LAT, dispute: { taken: 'XMP' } })
    const exact = { ...gps, 31: { fractions: [[1, 100] as const] } }
    expect((await read({ gps: exact, xmp })).position).toMatchObject({ dispute: { taken: 'Exif' } })
    const float = xmpAt(LAT, LON, { 'drone-dji:RtkFlag': '34' })
    expect((await read({ gps, xmp: float })).position).toMatchObject({ dispute: { taken: 'Exif' } })
  })

  test('differ by less than the last digit of Exif: XMP counts, and they do not contradict each other', async () => {
    const gps = { ...gpsAt(LAT, LON), 2: { fractions: [[44, 1] as const, [13, 1] as const, [42, 1] as const] } }
    const rounded = { ...gps, 4: { fractions: [[95, 1] as const, [22, 1] as const, [44, 1] as const] } }
    expect((await read({ gps: rounded, xmp: xmpAt(LAT, LON) })).position).toMatchObject({ lat: LAT, dispute: null })
  })

  test('differ in altitude only: that of Exif counts', async () => {
    const { position } = await read({ gps: gpsAt(LAT, LON, 391.5), xmp: xmpAt(LAT, LON) })
    expect(position).toMatchObject({ altitude: 391.5, dispute: { taken: 'Exif', metres: 0 } })
  })

  test('are zeros of a receiver without satellites: the other counts', async () => {
    expect((await read({ gps: gpsAt(LAT, LON), xmp: xmpAt(0, 0) })).position?.lat).toBeCloseTo(LAT, 6)
    expect((await read({ gps: gpsAt(0, 0), xmp: xmpAt(LAT, LON) })).position).toMatchObject({ lat: LAT, dispute: null })
  })
})

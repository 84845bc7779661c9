import { expect, test } from 'vitest'
import { readPhoto } from './read-photo.ts'
import { degreesMinutesSeconds, makeJpeg, makeTiff, type Tags, xmpOf } from './testing/make-photo.ts'

const find = (bytes: Uint8Array, onRead: (from: number, to: number) => void = () => {}) =>
  readPhoto({
    size: bytes.length,
    readRange: (from, to) => {
      onRead(from, to)
      return Promise.resolve(bytes.slice(from, to))
    },
  })
const read = async (...found: Parameters<typeof find>) => (await find(...found))?.photo ?? null

const GPS: Tags = {
  1: 'S',
  2: { fractions: degreesMinutesSeconds(-33.5) },
  3: 'W',
  4: { fractions: degreesMinutesSeconds(-70.25) },
  5: { bytes: Uint8Array.of(1) },
  6: { fractions: [[125, 10]] },
}
const EXIF: Tags = {
  33_434: { fractions: [[1, 1000]] },
  33_437: { fractions: [[28, 10]] },
  34_855: { short: [100] },
  36_867: '2026:06:23 10:21:33',
  36_881: '+02:00',
  37_386: { fractions: [[88, 10]] },
  37_521: '25',
  40_962: { long: [5472] },
  40_963: { long: [3648] },
  41_486: { fractions: [[5472, 132]] },
  41_488: { short: [4] },
  41_989: { short: [24] },
}
const MAIN: Tags = {
  271: 'DJI',
  272: 'FC6310S',
  274: { short: [1] },
  305: 'v01.09.1719',
  34_665: { directory: EXIF },
  34_853: { directory: GPS },
}

test.each([true, false])('Exif tells where, when and with what, little endian: %s', async (isLittleEndian) => {
  const photo = await read(makeJpeg({ width: 5472, height: 3648, tiff: makeTiff([MAIN], { isLittleEndian }) }))
  expect(photo).toMatchObject({
    type: 'jpeg',
    width: 5472,
    height: 3648,
    statedWidth: 5472,
    make: 'DJI',
    model: 'FC6310S',
    takenAt: '2026-06-23T10:21:33.25',
    takenAtUtc: Date.UTC(2026, 5, 23, 8, 21, 33, 250),
    position: { altitude: -12.5, hasReferences: true, hasAltitudeReference: true },
    lens: { focalMillimetres: 8.8, focal35Millimetres: 24 },
    exposure: { seconds: 0.001, iso: 100, fNumber: 2.8 },
    isCutOff: false,
    isDamaged: false,
  })
  expect(photo?.position?.lat).toBeCloseTo(-33.5, 6)
  expect(photo?.position?.lon).toBeCloseTo(-70.25, 6)
  expect(photo?.lens.sensorWidthMillimetres).toBeCloseTo(132, 6)
})

const DJI = {
  'drone-dji:RelativeAltitude': '+40.10',
  'drone-dji:AbsoluteAltitude': '+198.61',
  'drone-dji:GimbalYawDegree': '+42.80',
  'drone-dji:GimbalPitchDegree': '-89.90',
  'drone-dji:GimbalRollDegree': '0.00',
  'drone-dji:GpsLatitude': '46.84269067',
  'drone-dji:GpsLongtitude': '-91.99442728',
  'drone-dji:FlightXSpeed': '+3.0',
  'drone-dji:FlightYSpeed': '-4.0',
  'drone-dji:RtkFlag': '50',
  'drone-dji:RtkStdLon': '0.011',
}
const SAID_BY_DJI = {
  relativeAltitude: 40.1,
  attitude: { yaw: 42.8, pitch: -89.9, roll: 0 },
  position: { lat: 46.84269067, lon: -91.99442728, altitude: 198.61, hasReferences: true },
  speedMetresPerSecond: 5,
  rtk: { flag: 50, sdLon: 0.011, sdLat: null },
}

test('XMP has height, attitude, speed and RTK, as attributes or as elements of several descriptions', async () => {
  expect(await read(makeJpeg({ tiff: makeTiff([MAIN]), xmp: xmpOf(DJI) }))).toMatchObject(SAID_BY_DJI)
  const elements = Object.entries(DJI).map(
    ([name, value]) => `<rdf:Description rdf:about=""><${name}>\n ${value}\n</${name}></rdf:Description>`,
  )
  const xmp = `<x:xmpmeta><rdf:RDF>${elements.join('')}</rdf:RDF></x:xmpmeta>`
  expect(await read(makeJpeg({ tiff: makeTiff([MAIN]), xmp }))).toMatchObject(SAID_BY_DJI)
})

test('a TIFF of a multispectral rig has its directory behind the pixels, and its band in lists of XMP', async () => {
  const xmp = `<x:xmpmeta><rdf:RDF><rdf:Description Camera:Pitch="1.5" MicaSense:CaptureId="a7"><Camera:BandName><rdf:Seq>
    <rdf:li>Red</rdf:li> <rdf:li>Green</rdf:li></rdf:Seq></Camera:BandName><Camera:CentralWavelength>668</Camera:CentralWavelength>
    <Camera:Irradiance>0.9</Camera:Irradiance></rdf:Description></rdf:RDF></x:xmpmeta>`
  const tiff = makeTiff([
    {
      256: { long: [1280] },
      257: { long: [960] },
      273: { long: [8] },
      279: { long: [1280 * 960 * 2] },
      700: { bytes: new TextEncoder().encode(xmp) },
    },
  ])
  // The pixels come between the header and the directory, so everything behind the header moves.
  const cut = await read(tiff)
  expect(cut).toMatchObject({ type: 'tiff', width: 1280, height: 960, isCutOff: true })
  expect(cut?.band).toEqual({
    name: 'Red, Green',
    wavelengthNm: 668,
    rigIndex: null,
    capture: 'a7',
    hasIrradiance: true,
  })
  expect(cut?.attitude).toEqual({ yaw: null, pitch: -88.5, roll: null })
  const whole = new Uint8Array(8 + 1280 * 960 * 2)
  whole.set(tiff)
  expect(await read(whole)).toMatchObject({ isCutOff: false })
})

test('what is not said is null: no position, no height, no lens', async () => {
  expect(await read(makeJpeg({ width: 640, height: 480 }))).toMatchObject({
    width: 640,
    statedWidth: null,
    position: null,
    relativeAltitude: null,
    attitude: null,
    takenAt: null,
    lens: { focalMillimetres: null, sensorWidthMillimetres: null },
    band: null,
    isDamaged: false,
  })
  expect(await read(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]))).toBeNull()
  expect(await read(new Uint8Array(0))).toBeNull()
})

const readAt = (gps: Tags) => read(makeJpeg({ tiff: makeTiff([{ 34_853: { directory: gps } }]) }))

test('a position without references is north and east, and says so; one that is no number is none', async () => {
  const { 2: lat, 4: lon, 6: altitude } = GPS
  if (!lat || !lon || !altitude) throw new Error('There is no position')
  expect((await readAt({ 2: lat, 4: lon, 6: altitude }))?.position).toMatchObject({
    altitude: 12.5,
    hasReferences: false,
    hasAltitudeReference: false,
  })
  const none = { fractions: [[0, 0] as const, [0, 0] as const, [0, 0] as const] }
  expect((await readAt({ ...GPS, 2: none }))?.position).toBeNull()
  const far = { fractions: [[400, 1] as const, [0, 1] as const, [0, 1] as const] }
  expect((await readAt({ ...GPS, 4: far }))?.position).toBeNull()
})

test('a clock that was never set is no time', async () => {
  const exif = { 36_867: '0000:00:00 00:00:00' }
  expect((await read(makeJpeg({ tiff: makeTiff([{ 34_665: { directory: exif } }]) })))?.takenAt).toBeNull()
})

/** Exif of 600 bytes, in which a small picture of 50 bytes is said to lie. */
async function thumbnailAt(offset: number, bytes: number, first = [0xff, 0xd8]) {
  const tiff = new Uint8Array(600)
  tiff.set(makeTiff([MAIN, { 513: { long: [offset] }, 514: { long: [bytes] } }]))
  tiff.set([...first, 7], 540)
  return (await find(makeJpeg({ tiff })))?.thumbnail
}

test('the small picture lies where the second directory says, if that is a JPEG within Exif', async () => {
  expect(await thumbnailAt(540, 50)).toEqual(Uint8Array.from({ length: 50 }, (_, at) => [0xff, 0xd8, 7][at] ?? 0))
  expect(await thumbnailAt(540, 4_000_000)).toBeNull()
  expect(await thumbnailAt(4_000_000, 50)).toBeNull()
  expect(await thumbnailAt(540, 50, [0x89, 0x50])).toBeNull()
})

test('of a JPEG with its Exif, each byte is read once but for the first four and the end', async () => {
  let asked = 0
  await read(makeJpeg({ tiff: makeTiff([MAIN]), pixels: 200_000 }), (from, to) => {
    asked += to - from
  })
  expect(asked).toBeLessThanOrEqual((64 + 16) * 1024 + 4)
})

test('a JPEG that was cut off says so', async () => {
  expect(await read(makeJpeg({ isWhole: false }))).toMatchObject({ isCutOff: true, width: 4000 })
  const head = makeJpeg({ tiff: makeTiff([MAIN]) }).slice(0, 200)
  expect(await read(head)).toMatchObject({ isCutOff: true, width: null })
})

test('speed comes from the note of the maker where XMP has none', async () => {
  const note = new DataView(new ArrayBuffer(2 + 2 * 12))
  note.setUint16(0, 2, true)
  for (const [index, [tag, speed]] of [
    [3, 3],
    [4, -4],
  ].entries()) {
    const at = 2 + 12 * index
    note.setUint16(at, tag ?? 0, true)
    note.setUint16(at + 2, 11, true)
    note.setUint32(at + 4, 1, true)
    note.setFloat32(at + 8, speed ?? 0, true)
  }
  const exif = { ...EXIF, 37_500: { bytes: new Uint8Array(note.buffer) } }
  const photo = await read(makeJpeg({ tiff: makeTiff([{ 34_665: { directory: exif } }]) }))
  expect(photo?.speedMetresPerSecond).toBe(5)
})

function withTags(change: (view: DataView) => void): Uint8Array {
  const tiff = makeTiff([MAIN])
  change(new DataView(tiff.buffer))
  return makeJpeg({ tiff, pixels: 200_000 })
}

test.each([
  ['a directory that follows itself', withTags((view) => view.setUint32(10 + 12 * 6, 8, true))],
  ['a first directory behind the end', withTags((view) => view.setUint32(4, 0xff_ff_ff_f0, true))],
  ['a text of four gigabytes', withTags((view) => view.setUint32(10 + 4, 0xff_ff_ff_ff, true))],
  ['Exif that points to itself', makeJpeg({ tiff: makeTiff([{ 34_665: { long: [8] }, 34_853: { long: [8] } }]) })],
])('of %s, the size is known and few bytes are read', async (_, bytes) => {
  let asked = 0
  const photo = await read(bytes, (from, to) => {
    asked += to - from
  })
  expect(photo).toMatchObject({ type: 'jpeg', position: null, width: 4000 })
  expect(asked).toBeLessThan(300_000)
})

test('XMP that grows by entities, never ends or has a million properties is read as far as it goes', async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(50)}"><!ENTITY b "&a;&a;&a;&a;">]>`
  const many = Array.from({ length: 3000 }, (_, at) => `a:p${at}="1"`).join(' ')
  for (const xmp of [
    `${bomb}<rdf:Description drone-dji:RelativeAltitude="7"><x>&b;&b;</x></rdf:Description>`,
    `<rdf:Description drone-dji:RelativeAltitude="7">${'<a>'.repeat(10_000)}`,
    `<rdf:Description drone-dji:RelativeAltitude="7" ${many}/>`,
  ])
    expect(await read(makeJpeg({ xmp }))).toMatchObject({ relativeAltitude: 7 })
})

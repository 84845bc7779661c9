import { crc32, deflateRawSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import { makeTar } from '#domain/archive/testing/make-tar.ts'
import { makeLongZip, makeZip } from '#domain/archive/testing/make-zip.ts'
import { addExif, makeJpeg, makeTiff, makeTiffWithThumbnail, xmpOf } from '../photos/testing/make-photo.ts'
import { readArchivePhotos } from './archive-photos.ts'
import { describeFlight } from './describe-flight.ts'

const jpeg = (height: number, pixels = 2000): Uint8Array =>
  makeJpeg({ xmp: xmpOf({ 'drone-dji:RelativeAltitude': `+${height}.0` }), pixels })
const deflated = (name: string, content: Uint8Array) => {
  const packed = deflateRawSync(content)
  return { name, content: packed, method: 8, packedBytes: packed.length, unpackedBytes: content.length }
}

async function read(archive: Uint8Array, onRead: (bytes: number) => void = () => {}) {
  const readRange = (from: number, to: number) => {
    onRead(to - from)
    return Promise.resolve(archive.slice(from, to))
  }
  const found = await readArchivePhotos({ size: archive.length, readRange })
  return typeof found === 'string' ? null : found
}

const heights = (found: Awaited<ReturnType<typeof read>>) =>
  found?.photos.map(({ name, photo }) => [name, photo?.relativeAltitude])

test('photos are read from an archive, packed or not, also behind bytes of a program', async () => {
  const entries = [
    { name: 'field/', content: new Uint8Array() },
    { name: 'field/a.jpg', content: jpeg(40) },
    { name: 'field/notes.txt', content: Uint8Array.of(1) },
    deflated('field/b.JPG', jpeg(41)),
    deflated('field/c.tif', makeTiff([{ 256: { long: [8] }, 257: { long: [8] } }])),
  ]
  const expected = [
    ['field/a.jpg', 40],
    ['field/b.JPG', 41],
    ['field/c.tif', null],
  ]
  expect(heights(await read(makeZip(entries)))).toEqual(expected)
  expect(heights(await read(makeZip(entries, { before: new Uint8Array(1000), zip64: true })))).toEqual(expected)
})

const bytesOf = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))

const withCrc = (name: string, utf8: string) => {
  const field = Buffer.alloc(9 + utf8.length)
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(5 + utf8.length, 2)
  field[4] = 1
  field.writeUInt32LE(crc32(Buffer.from(name, 'latin1')), 5)
  field.write(utf8, 9, 'latin1')
  return Uint8Array.from(field)
}

test('names are UTF-8 where they can be, else in a code page of DOS; a field of the entry counts before its name', async () => {
  const archive = makeZip([
    { name: bytesOf('Feld Süd/Größe.jpg'), content: jpeg(1) },
    { name: 'S\u0081d.jpg', content: jpeg(2) },
    { name: '?_1.jpg', content: jpeg(3), extra: withCrc('?_1.jpg', bytesOf('水稲_1.jpg')) },
    { name: '?_2.jpg', content: jpeg(4), extra: withCrc('another.jpg', bytesOf('水稲_2.jpg')) },
  ])
  expect(heights(await read(archive))).toEqual([
    ['Feld Süd/Größe.jpg', 1],
    ['Süd.jpg', 2],
    ['水稲_1.jpg', 3],
    ['?_2.jpg', 4],
  ])
})

test('a photo that is packed in another way is told by the method, and one with a password by that', async () => {
  const entries = [
    { name: 'a.jpg', content: jpeg(1), method: 14 },
    { name: 'b.jpg', content: jpeg(2), method: 99, flags: 1 },
    { name: 'c.jpg', content: Uint8Array.of(1, 2, 3, 4) },
  ]
  const found = await read(makeZip(entries))
  const check = describeFlight(found?.photos ?? []).checks.find(({ id }) => id === 'unreadable')
  expect(check?.message).toBe(
    [
      "1 photo is packed by LZMA, which can't be read here. Create the archive with Deflate, the usual method of ZIP, or without compression.",
      '1 photo is protected by a password. Create the archive without one.',
      "1 photo can't be read. Copy them from the memory card again. Only JPEG, TIFF and DNG photos can be looked at here.",
    ].join(' '),
  )
})

const KEYS = { 34_735: { short: [1, 1, 0, 0] } }

test('a TIFF with a place on Earth is a map, not a photo', async () => {
  const geo = makeTiff([{ 256: { long: [8] }, 257: { long: [8] }, 33_922: { fractions: [[1, 1]] }, ...KEYS }])
  const found = await read(
    makeZip([
      { name: 'field/ortho.tif', content: geo },
      { name: 'a.jpg', content: jpeg(40) },
    ]),
  )
  const flight = describeFlight(found?.photos ?? [])
  expect(flight.photos).toBe(1)
  expect(flight.checks.find(({ id }) => id === 'maps')).toEqual({
    id: 'maps',
    severity: 'warn',
    message:
      'ortho.tif is a finished map with a place on Earth, not a photo. No map can be made of it: take it out of the archive, and add it under Maps, where trials can use it.',
    photos: ['field/ortho.tif'],
  })
  const alone = describeFlight((await read(geo))?.photos ?? [])
  expect(alone.checks.find(({ id }) => id === 'maps')).toMatchObject({ severity: 'stop' })
})

test('a TIFF with its world file beside it is a map, too', async () => {
  const bare = makeTiff([{ 256: { long: [8] }, 257: { long: [8] } }])
  const found = await read(
    makeZip([
      { name: 'july/Ortho.TIF', content: bare },
      { name: 'july/ortho.tfw', content: Buffer.from('0.02') },
      { name: 'august/ortho.tif', content: bare },
      { name: 'a.jpg', content: jpeg(40) },
      { name: 'a.tfw', content: Buffer.from('0.02') },
    ]),
  )
  const isMap = Object.fromEntries((found?.photos ?? []).map(({ name, photo }) => [name, photo?.isMap]))
  expect(isMap).toEqual({ 'july/Ortho.TIF': true, 'august/ortho.tif': false, 'a.jpg': false })
})

test('what is encrypted, packed by another method or damaged is a photo without a word', async () => {
  const broken = deflated('d.jpg', jpeg(40))
  const archive = makeZip([
    { name: 'a.jpg', content: jpeg(40), flags: 1 },
    { name: 'b.jpg', content: jpeg(40), method: 14 },
    { name: 'c.jpg', content: jpeg(40), from: 5 },
    { ...broken, content: broken.content.fill(0xff) },
    { name: 'e.png', content: Uint8Array.of(0x89, 0x50, 0x4e, 0x47) },
    { name: 'f.jpg', content: jpeg(42) },
  ])
  const found = await read(archive)
  expect(found?.photos.map(({ photo }) => photo?.relativeAltitude ?? null)).toEqual([null, null, null, null, null, 42])
})

test('of large photos only the head and the tail are read, and of packed ones only the head', async () => {
  const large = jpeg(40, 5_000_000)
  for (const entry of [{ name: 'a.jpg', content: large }, deflated('a.jpg', large)]) {
    const archive = makeZip([entry])
    let asked = 0
    await read(archive, (bytes) => {
      asked += bytes
    })
    expect(asked).toBeLessThan(400_000)
  }
})

test('the small pictures are handed over with their photos, and keep nothing else alive', async () => {
  const tiff = new Uint8Array(600)
  tiff.set(makeTiff([{ 271: 'X' }, { 513: { long: [500] }, 514: { long: [60] } }]))
  tiff.set([0xff, 0xd8], 500)
  const entries = [
    { name: 'a.jpg', content: makeJpeg({ tiff }) },
    deflated('b.jpg', makeJpeg({ tiff })),
    { name: 'c.jpg' },
  ]
  const archive = makeZip(entries.map((entry) => ({ content: jpeg(40), ...entry })))
  const found = new Map<string, number | undefined>()
  const readRange = (from: number, to: number) => Promise.resolve(archive.slice(from, to))
  const onPhoto: Parameters<typeof readArchivePhotos>[0]['onPhoto'] = ({ name, photo }, thumbnail) => {
    if (photo) found.set(name, thumbnail?.buffer.byteLength)
  }
  await readArchivePhotos({ size: archive.length, readRange, onPhoto })
  expect(Object.fromEntries(found)).toEqual({ 'a.jpg': 60, 'b.jpg': 60, 'c.jpg': undefined })
})

const jpegOf = async (image: Sharp) => image.jpeg({ quality: 90 }).toBuffer()

/** Leaves over soil, from one photo to the next a little farther. */
async function flownPhoto(at: number, { blur = 0, light = 1 } = {}) {
  const [width, height] = [512, 384]
  const pixels = Uint8Array.from({ length: width * height }, (_, pixel) => {
    const [column, row] = [pixel % width, Math.floor(pixel / width) + 40 * at]
    const fine = Math.sin(column * 12.9898 + row * 78.233) * 43_758.5453
    return light * (90 + 30 * Math.sin(column / 9) * Math.cos(row / 7) + 40 * (fine - Math.floor(fine)))
  })
  const picture = sharp(pixels, { raw: { width, height, channels: 1 } })
  const photo = await jpegOf(blur > 0 ? picture.clone().blur(blur) : picture.clone())
  const thumbnail = await jpegOf(picture.clone().resize(160, 120))
  const tiff = makeTiffWithThumbnail({ 271: 'DJI', 272: 'X' }, thumbnail)
  return { name: `${10 + at}.jpg`, content: addExif(photo, tiff) }
}

test('a blurred photo and the edge of a cloud are found in the pixels, and in a good flight nothing', async () => {
  const numbers = Array.from({ length: 14 }, (_, at) => at)
  const checksOf = async (change: (at: number) => { blur?: number; light?: number }) => {
    const found = await read(makeZip(await Promise.all(numbers.map((at) => flownPhoto(at, change(at))))))
    const { checks } = describeFlight(found?.photos ?? [])
    return checks.flatMap(({ id, photos }) => (id === 'blur' || id === 'exposure' ? [{ id, photos }] : []))
  }
  expect(await checksOf(() => ({}))).toEqual([])
  expect(await checksOf((at) => ({ blur: at === 5 ? 3 : 0, light: at < 9 ? 1.3 : 1 }))).toEqual([
    { id: 'blur', photos: ['15.jpg'] },
    { id: 'exposure', photos: ['18.jpg', '19.jpg'] },
  ])
})

test('a single photo is an archive of one; what is neither says so', async () => {
  expect(heights(await read(jpeg(40)))).toEqual([['', 40]])
  expect(
    await read(new TextEncoder().encode('Not a photo, and long enough to look for the end of an archive')),
  ).toBeNull()
  expect(await read(makeZip([{ name: 'a.jpg', content: jpeg(40) }], { disk: 1 }))).toBeNull()
})

test('reading stops with the reason of its signal, and an error of the store is passed on', async () => {
  const archive = makeZip([{ name: 'a.jpg', content: jpeg(40) }])
  const readRange = (from: number, to: number) => Promise.resolve(archive.slice(from, to))
  const stopped = new Error('Stopped')
  const signal = {
    throwIfAborted: () => {
      throw stopped
    },
  }
  await expect(readArchivePhotos({ size: archive.length, readRange, signal })).rejects.toBe(stopped)
  const lost = new Error('The store is away')
  const failing = (from: number, to: number) => (from < 100 ? Promise.reject(lost) : readRange(from, to))
  await expect(readArchivePhotos({ size: archive.length, readRange: failing })).rejects.toBe(lost)
  const packed = makeZip([deflated('a.jpg', jpeg(40, 300_000))])
  const readPacked = (from: number, to: number) =>
    from > 0 && from < 200 ? Promise.reject(lost) : Promise.resolve(packed.slice(from, to))
  await expect(readArchivePhotos({ size: packed.length, readRange: readPacked })).rejects.toBe(lost)
})

test('an archive whose end is damaged is unreadable', async () => {
  const archive = makeZip([{ name: 'a.jpg', content: jpeg(40) }], { directoryStart: 7, directoryBytes: 3 })
  await expect(read(archive)).rejects.toBeInstanceOf(UnreadableArchiveError)
})

test('entries that share their bytes are not read for ever', async () => {
  const tiff = makeTiff([{ 256: { long: [8] }, 700: { bytes: new Uint8Array(1_000_000) } }])
  const entries = Array.from({ length: 200 }, (_, at) => ({ name: `${at}.tif`, from: 0, packedBytes: tiff.length }))
  const archive = makeZip([{ name: 'a.tif', content: tiff }, ...entries])
  let asked = 0
  const found = await read(archive, (bytes) => {
    asked += bytes
  })
  expect(asked).toBeLessThan(70_000_000)
  expect(found?.photos[1]?.photo?.width).toBe(8)
  expect(found?.photos.at(-1)?.photo).toBeNull()
})

test('of a very long archive the first 20,000 photos are read', async () => {
  const found = await read(makeLongZip(20_001))
  expect(found?.photos).toHaveLength(20_000)
  expect(found?.isCut).toBe(true)
})

const text = (content: string) => new TextEncoder().encode(content)

test('files that may tell places are read whole, the most likely ones first, and large ones by their names', async () => {
  const found = await read(
    makeZip([
      { name: 'a.jpg', content: jpeg(40) },
      { name: 'notes.txt', content: text('notes') },
      { name: 'notes.docx', content: text('notes') },
      deflated('field/GCP.csv', text('name,lat,lon')),
      { name: 'gcp-large.csv', content: text(' '.repeat(5_000_000)) },
      { name: 'gcp-locked.csv', content: text('a'), flags: 1 },
      { name: 'rover.obs', content: text('obs') },
      { name: '__MACOSX/._GCP.csv', content: text('junk') },
    ]),
  )
  const texts = found?.files.map(({ name, bytes }) => [name, bytes && new TextDecoder().decode(bytes)])
  expect(texts).toEqual([
    ['field/GCP.csv', 'name,lat,lon'],
    ['gcp-large.csv', null],
    ['gcp-locked.csv', null],
    ['notes.txt', 'notes'],
    ['rover.obs', null],
  ])
})

test('of very many such files, 50 are read', async () => {
  const entries = Array.from({ length: 300 }, (_, at) => ({ name: `${at}.txt`, content: Uint8Array.of(65) }))
  const found = await read(makeZip([...entries, { name: 'gcp_list.txt', content: Uint8Array.of(66) }]))
  expect(found?.files).toHaveLength(50)
  expect(found?.files[0]).toEqual({ name: 'gcp_list.txt', bytes: Uint8Array.of(66) })
})

test('a TAR that is not compressed is read like a ZIP archive', async () => {
  const tar = makeTar([
    { name: 'field', type: '5' },
    { name: 'field/a.jpg', content: jpeg(40) },
    { name: '../gcp.csv', content: text('name,lat,lon') },
    { name: 'b.zip', content: makeZip([{ name: 'c.jpg', content: jpeg(41) }]) },
    { name: 'd.jpg', content: jpeg(42) },
  ])
  const found = await read(tar)
  expect(heights(found)).toEqual([
    ['field/a.jpg', 40],
    ['d.jpg', 42],
  ])
  expect(found?.files.map(({ name }) => name)).toEqual(['../gcp.csv'])
  expect(found?.others.inspection).toMatchObject({ type: 'tar', hazards: { outside: 1, nested: 1 } })
  const cut = await read(tar.slice(0, tar.length - 2 * 512 - 2000))
  expect(cut?.photos.map(({ photo }) => photo?.relativeAltitude ?? null)).toEqual([40, null])
  expect(cut?.others.inspection.hazards).toMatchObject({ damaged: 1 })
})

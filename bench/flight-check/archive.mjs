// An archive of photos on disk, as large as that of a flight.
import { closeSync, openSync, writeSync } from 'node:fs'
import { crc32 } from '@node-rs/crc32'
import sharp from 'sharp'
import { metresAround } from '#imagery/flights/local-metres.ts'
import { degreesMinutesSeconds, makeTiffWithThumbnail, xmpOf } from '#imagery/photos/testing/make-photo.ts'

const [WIDTH, HEIGHT] = [4000, 3000]
const PHOTO_BYTES = 5_000_000
const PLACE = { lon: 10.5, lat: 51.5 }
/** 80 % overlap along lines and 70 % between them from 40 m, with a lens that shows 60 x 45 m. */
const [AHEAD, APART] = [9, 18]
const SHOTS = 40
/** Those that are out of focus, one in so many; and from where on a cloud is over the field. */
const BLURRED_EVERY = 250
const CLOUD_FROM = 0.6

const jpegOf = (picture, quality) => picture.jpeg({ quality }).toBuffer()

/** Crops in rows on soil, with leaves: the same in each run. */
async function drawField() {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  let state = 7
  for (let at = 0; at < pixels.length; at += 3) {
    state = (state * 48_271) % 2_147_483_647
    const [column, row] = [(at / 3) % WIDTH, Math.floor(at / 3 / WIDTH)]
    const isLeaf = Math.sin(column / 14) + 0.6 * Math.sin(row / 9 + column / 41) > 0.2
    const light = 40 * (state / 2_147_483_647) + 25 * Math.sin(column / 3.1) * Math.cos(row / 2.7)
    pixels[at] = (isLeaf ? 70 : 130) + light
    pixels[at + 1] = (isLeaf ? 110 : 105) + light
    pixels[at + 2] = (isLeaf ? 45 : 80) + light
  }
  const field = sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
  return {
    sharp: await jpegOf(field.clone(), 87),
    blurred: await jpegOf(field.clone().blur(3), 87),
    sunny: await jpegOf(field.clone().resize(160, 120), 75),
    cloudy: await jpegOf(field.clone().resize(160, 120).linear(0.75, 0), 75),
  }
}

/** What DJI writes before the picture: Exif of 50 KB with the small picture, and XMP. */
function headOf(at, thumbnail) {
  const line = Math.floor(at / SHOTS)
  const along = line % 2 === 0 ? at % SHOTS : SHOTS - 1 - (at % SHOTS)
  const { lon, lat } = metresAround(PLACE).toPlace({ east: line * APART, north: along * AHEAD })
  const taken = new Date(Date.UTC(2026, 5, 23, 8) + 2000 * at).toISOString()
  const tiff = makeTiffWithThumbnail(
    {
      271: 'DJI',
      272: 'FC6310S',
      34_665: {
        directory: {
          33_434: { fractions: [[1, 1000]] },
          34_855: { short: [100] },
          36_867: `${taken.slice(0, 10).replaceAll('-', ':')} ${taken.slice(11, 19)}`,
          37_386: { fractions: [[88, 10]] },
          37_500: { bytes: new Uint8Array(36_000) },
          40_962: { long: [WIDTH] },
          40_963: { long: [HEIGHT] },
        },
      },
      34_853: {
        directory: {
          1: 'N',
          2: { fractions: degreesMinutesSeconds(lat) },
          3: 'E',
          4: { fractions: degreesMinutesSeconds(lon) },
          5: { bytes: Uint8Array.of(0) },
          6: { fractions: [[140, 1]] },
        },
      },
    },
    thumbnail,
  )
  const xmp = xmpOf({
    'drone-dji:RelativeAltitude': '+40.00',
    'drone-dji:GimbalPitchDegree': '-90.00',
    'drone-dji:GimbalYawDegree': line % 2 === 0 ? '0.00' : '180.00',
    'drone-dji:FlightXSpeed': '+4.5',
    'drone-dji:FlightYSpeed': '+0.0',
  })
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    segment(Buffer.concat([Buffer.from('Exif\0\0'), tiff])),
    segment(Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp}`)),
  ])
}

function segment(content) {
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** Writes it, without packing, and with places beyond 4 GiB. @returns its size in bytes */
export async function writeArchive(path, photos) {
  const field = await drawField()
  const file = openSync(path, 'w')
  try {
    const entries = []
    let at = 0
    for (let photo = 0; photo < photos; photo += 1) {
      const isBlurred = photo % BLURRED_EVERY === 50
      const isCloudy = photo >= CLOUD_FROM * photos
      const head = headOf(photo, isCloudy ? field.cloudy : field.sunny)
      const body = (isBlurred ? field.blurred : field.sharp).subarray(2)
      // The part that is not looked at is as long as it takes.
      const filling = Buffer.alloc(Math.max(0, PHOTO_BYTES - head.length - body.length))
      const content = [head, body.subarray(0, -2), filling, body.subarray(-2)]
      const name = Buffer.from(`flight/DJI_${String(photo + 1).padStart(4, '0')}.JPG`)
      const entry = { name, at, bytes: sum(content), crc: content.reduce((crc, part) => crc32(part, crc), 0) }
      for (const part of [localHeader(entry), name, ...content]) at += writeSync(file, part)
      entries.push(entry)
    }
    const directory = Buffer.concat(entries.map(directoryEntry))
    at += writeSync(file, directory)
    return at + writeSync(file, ending({ entries: photos, bytes: directory.length, at: at - directory.length }))
  } finally {
    closeSync(file)
  }
}

function sum(parts) {
  return parts.reduce((bytes, { length }) => bytes + length, 0)
}

function localHeader({ name, bytes, crc }) {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(bytes, 18)
  header.writeUInt32LE(bytes, 22)
  header.writeUInt16LE(name.length, 26)
  return header
}

/** Its place in 64 bits. */
function directoryEntry({ name, at, bytes, crc }) {
  const entry = Buffer.alloc(46 + 12)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(45, 4)
  entry.writeUInt16LE(45, 6)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(bytes, 20)
  entry.writeUInt32LE(bytes, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt16LE(12, 30)
  entry.writeUInt32LE(0xffffffff, 42)
  entry.writeUInt16LE(1, 46)
  entry.writeUInt16LE(8, 48)
  entry.writeBigUInt64LE(BigInt(at), 50)
  return Buffer.concat([entry.subarray(0, 46), name, entry.subarray(46)])
}

function ending({ entries, bytes, at }) {
  const end = Buffer.alloc(56 + 20 + 22)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(45, 12)
  end.writeUInt16LE(45, 14)
  for (const place of [24, 32]) end.writeBigUInt64LE(BigInt(entries), place)
  end.writeBigUInt64LE(BigInt(bytes), 40)
  end.writeBigUInt64LE(BigInt(at), 48)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(at + bytes), 64)
  end.writeUInt32LE(1, 72)
  end.writeUInt32LE(0x06054b50, 76)
  for (const place of [84, 86]) end.writeUInt16LE(0xffff, place)
  for (const place of [88, 92]) end.writeUInt32LE(0xffffffff, place)
  return end
}

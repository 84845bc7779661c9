// From the bytes of a strip or tile to its samples.
import { joinBytes } from '#domain/join-bytes.ts'
import type { SampleType } from '#domain/maps.ts'
import { lzwDecode, packBitsDecode, unpackSamples } from './codecs.ts'
import { BLOCK_BYTES_MAX, type Raster } from './raster.ts'
import { damaged, unsupported } from './unreadable.ts'

/** Decoders that Node and browsers have in different places. Each may reject: the block is damaged. */
export type Codecs = {
  /** zlib data; at most `bytesMax` bytes are made of it. */
  inflate: (data: Uint8Array, bytesMax: number) => Promise<Uint8Array>
  zstd: ((data: Uint8Array, bytesMax: number) => Promise<Uint8Array>) | undefined
  /** A whole JPEG, as its bands in a row for each pixel. */
  jpeg: (data: Uint8Array) => Promise<Picture>
  /** The same of WebP, with so many bands. */
  webp: ((data: Uint8Array, bands: number) => Promise<Picture>) | undefined
  /** Rejects with what has another size or type, before it takes memory. */
  lerc: ((data: Uint8Array, expected: LercExpected) => Promise<LercBlock>) | undefined
}

type Picture = { width: number; height: number; bands: number; samples: Uint8Array }
/** As high as a block, or for the last one as its rows. */
export type LercExpected = { width: number; rows: number; blockRows: number; bands: number; sampleType: SampleType }
/** Numbers in the byte order of this machine, band by band for each pixel. Those that the mask leaves out (0) are NaN, or 0 of whole numbers. */
export type LercBlock = { bands: number; samples: Uint8Array; mask: Uint8Array | null }

/** Of copies that we made ourselves. */
export const NO_CODECS: Omit<Codecs, 'inflate'> = {
  zstd: undefined,
  jpeg: () => Promise.reject(new Error('No JPEG')),
  webp: undefined,
  lerc: undefined,
}

const COMPRESSION = {
  none: 1,
  lzw: 5,
  jpeg: 7,
  deflate: 8,
  packBits: 32773,
  oldDeflate: 32946,
  lerc: 34887,
  zstd: 50000,
  webp: 50001,
} as const
const NAMES = new Map([
  [2, 'CCITT'],
  [3, 'CCITT'],
  [4, 'CCITT'],
  [6, 'old JPEG'],
  [34712, 'JPEG 2000'],
  [34887, 'LERC'],
  [34925, 'LZMA'],
  [50001, 'WebP'],
  [50002, 'JPEG XL'],
])
const HORIZONTAL = 2
const FLOATING_POINT = 3

/**
 * The samples of a block of `rows` rows: band by band for each pixel, or of one band where the raster is planar, in the
 * byte order of this machine, with the predictor undone. One-bit masks stay packed. @throws UnreadableRaster
 */
export async function decodeBlock(
  raster: Raster,
  data: Uint8Array,
  { rows, codecs }: { rows: number; codecs: Codecs },
): Promise<Uint8Array> {
  const bands = raster.isPlanar ? 1 : raster.bands
  const sampleBytes = Math.ceil(raster.bits / 8)
  const rowBytes = Math.ceil((raster.block.width * bands * raster.bits) / 8)
  const bytes = rowBytes * rows
  if (raster.compression === COMPRESSION.jpeg) return decodeJpeg(raster, data, { rows, codecs })
  if (raster.compression === COMPRESSION.webp && codecs.webp) {
    const picture = await codecs.webp(data, bands).catch(cantBeDecoded)
    return samplesOf(picture, raster, rows)
  }
  if (raster.compression === COMPRESSION.lerc && codecs.lerc) return decodeLerc(raster, data, { rows, codecs })
  const samples = await decompress(raster, data, { bytes, codecs })
  if (samples.length < bytes) throw damaged('a block has fewer pixels than it should')
  const exact = samples.subarray(0, bytes)
  if (raster.bits > 8 && raster.bits % 8 !== 0) {
    if (raster.predictor === HORIZONTAL) throw cantBeRead()
    return unpackSamples(exact, { bits: raster.bits, perRow: raster.block.width * bands, rowBytes })
  }
  if (raster.predictor === FLOATING_POINT)
    return undoFloatingPoint(exact, { samples: raster.block.width * bands, bands, sampleBytes })
  if (sampleBytes > 1 && !raster.isLittleEndian) swapBytes(exact, sampleBytes)
  if (raster.predictor === HORIZONTAL)
    undoHorizontal(exact, { samples: raster.block.width * bands, bands, sampleBytes })
  return exact
}

/** Of memory that may be written to, from its beginning, when they are changed or more than a byte. */
async function decompress(
  raster: Raster,
  data: Uint8Array,
  { bytes, codecs }: { bytes: number; codecs: Codecs },
): Promise<Uint8Array> {
  const { compression } = raster
  // Some programs write the last strip as high as the others.
  const bytesMax = Math.min(BLOCK_BYTES_MAX, bytes * 2 + 4096)
  try {
    switch (compression) {
      case COMPRESSION.none:
        return isKeptAsItIs(raster) ? data : data.slice(0, bytes)
      case COMPRESSION.lzw:
        return lzwDecode(data, bytes)
      case COMPRESSION.packBits:
        return packBitsDecode(data, bytes)
      case COMPRESSION.deflate:
      case COMPRESSION.oldDeflate:
        return aligned(await codecs.inflate(data, bytesMax))
      case COMPRESSION.zstd:
        if (codecs.zstd) return aligned(await codecs.zstd(data, bytesMax))
    }
  } catch (error) {
    cantBeDecoded(error)
  }
  const name = NAMES.get(compression) ?? `method ${compression}`
  throw unsupported(`It is compressed with ${name}, which can't be read here. Export it with deflate or LZW.`)
}

/** Bytes are neither swapped nor aligned. */
const isKeptAsItIs = ({ bits, predictor }: Raster): boolean => bits <= 8 && predictor !== HORIZONTAL

/** Samples of 2, 4 or 8 bytes are read as numbers, which need a multiple of 8 as their beginning. */
const aligned = (bytes: Uint8Array): Uint8Array => (bytes.byteOffset % 8 === 0 ? bytes : bytes.slice())

const JPEG_ENDS = 2
const ADOBE_RGB = Uint8Array.of(0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0)
const PHOTOMETRIC_RGB = 2

/** Tiles share their tables: a JPEG of its own is the tables without their end, then the tile without its beginning. */
async function decodeJpeg(
  raster: Raster,
  data: Uint8Array,
  { rows, codecs }: { rows: number; codecs: Codecs },
): Promise<Uint8Array> {
  const { jpegTables: tables, photometric } = raster
  // Without this marker, decoders take three bands for YCbCr.
  const marker = photometric === PHOTOMETRIC_RGB ? ADOBE_RGB : new Uint8Array()
  const whole = tables
    ? joinBytes([tables.subarray(0, tables.length - JPEG_ENDS), marker, data.subarray(JPEG_ENDS)])
    : joinBytes([data.subarray(0, JPEG_ENDS), marker, data.subarray(JPEG_ENDS)])
  return samplesOf(await codecs.jpeg(whole).catch(cantBeDecoded), raster, rows)
}

function samplesOf(picture: Picture, { isPlanar, bands: all, bits, block }: Raster, rows: number): Uint8Array {
  const bands = isPlanar ? 1 : all
  if (bits !== 8 || picture.width !== block.width || picture.height < rows || picture.bands !== bands)
    throw damaged('a block has another size than it should')
  return picture.samples.subarray(0, block.width * rows * bands)
}

function cantBeDecoded(error: unknown): never {
  throw damaged(`a block can't be decoded (${error instanceof Error ? error.message : String(error)})`)
}

/** Esri's Limited Error Raster Compression. Of alpha that is 0 or 255 GDAL makes its mask. */
async function decodeLerc(raster: Raster, data: Uint8Array, { rows, codecs }: { rows: number; codecs: Codecs }) {
  const { block, sampleType, lercPacking, alphaBand, isPlanar } = raster
  const bands = isPlanar ? 1 : raster.bands
  const unpack = { none: undefined, deflate: codecs.inflate, zstd: codecs.zstd }[lercPacking]
  const bytesMax = Math.min(BLOCK_BYTES_MAX, 2 * block.width * block.height * bands * 8 + 4096)
  const size = { width: block.width, rows, blockRows: block.height, bands, sampleType }
  const decode = async () => codecs.lerc?.(unpack ? await unpack(data, bytesMax) : data, size)
  const made = await decode().catch(cantBeDecoded)
  if (!made) throw cantBeRead()
  const { samples, mask } = made
  if (made.bands === bands) return samples
  if (made.bands !== bands - 1 || alphaBand !== bands - 1 || sampleType !== 'uint8')
    throw damaged('a block has other bands than it should')
  const whole = new Uint8Array(block.width * rows * bands).fill(255)
  for (let pixel = 0; pixel < block.width * rows; pixel += 1) {
    whole.set(samples.subarray(pixel * (bands - 1), (pixel + 1) * (bands - 1)), pixel * bands)
    if (mask?.[pixel] === 0) whole[pixel * bands + bands - 1] = 0
  }
  return whole
}

function swapBytes(bytes: Uint8Array, sampleBytes: number): void {
  for (let first = 0; first + sampleBytes <= bytes.length; first += sampleBytes)
    for (let low = first, high = first + sampleBytes - 1; low < high; low += 1, high -= 1) {
      const byte = bytes[low] ?? 0
      bytes[low] = bytes[high] ?? 0
      bytes[high] = byte
    }
}

type Row = { samples: number; bands: number; sampleBytes: number }

/** Each sample was stored as the difference to that of the same band on its left. */
function undoHorizontal(bytes: Uint8Array, { samples, bands, sampleBytes }: Row): void {
  const numbers = numbersIn(bytes, sampleBytes)
  for (let row = 0; row + samples <= numbers.length; row += samples)
    for (let at = row + bands; at < row + samples; at += 1)
      numbers[at] = (numbers[at] ?? 0) + (numbers[at - bands] ?? 0)
}

export function numbersIn(bytes: Uint8Array, sampleBytes: number): Uint8Array | Uint16Array | Uint32Array {
  if (sampleBytes === 1) return bytes
  if (sampleBytes === 2) return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
  if (sampleBytes === 4) return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  throw cantBeRead()
}

const cantBeRead = () =>
  unsupported("Its pixels are stored in a way that can't be read here. Export it with deflate or LZW.")

/** Adobe's Technical Note 3: the bytes of a row lie in planes, the most significant first, each as differences. */
function undoFloatingPoint(bytes: Uint8Array, { samples, bands, sampleBytes }: Row): Uint8Array {
  const rowBytes = samples * sampleBytes
  const plain = new Uint8Array(bytes.length)
  for (let row = 0; row + rowBytes <= bytes.length; row += rowBytes) {
    for (let at = row + bands; at < row + rowBytes; at += 1) bytes[at] = (bytes[at] ?? 0) + (bytes[at - bands] ?? 0)
    for (let plane = 0; plane < sampleBytes; plane += 1) {
      const from = row + (sampleBytes - 1 - plane) * samples
      for (let sample = 0; sample < samples; sample += 1)
        plain[row + sample * sampleBytes + plane] = bytes[from + sample] ?? 0
    }
  }
  return plain
}

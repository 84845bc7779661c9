import { promisify } from 'node:util'
import { deflate, inflate, zstdDecompress } from 'node:zlib'
import { KiB } from '#domain/units.ts'
import type { Codecs } from '#imagery/rasters/decode-block.ts'
import type { Encoders } from '#imagery/rasters/make-cog.ts'
import { TILE_PIXELS } from '#imagery/rasters/pyramid.ts'
import { sharp } from '../safe-sharp.ts'
import { decodeLerc } from './lerc.ts'

const inflateAsync = promisify(inflate)
const deflateAsync = promisify(deflate)
const zstdAsync = promisify(zstdDecompress)
const PIXELS_MAX = 100_000_000
const DEFLATE_LEVEL = 3
const QUALITY = 90
const CHUNK_BYTES_MIN = KiB(16)

export const codecs: Codecs = {
  inflate: (data, maxOutputLength) => inflateAsync(data, { maxOutputLength }),
  zstd: (data, maxOutputLength) => zstdAsync(data, { maxOutputLength }),
  jpeg: (data) => pictureOf(sharp(data, { limitInputPixels: PIXELS_MAX })),
  webp: (data, bands) => {
    const read = sharp(data, { limitInputPixels: PIXELS_MAX })
    // Where all of a block is opaque, its WebP has no alpha.
    return pictureOf(bands === 4 ? read.ensureAlpha() : read.removeAlpha())
  },
  lerc: decodeLerc,
}

async function pictureOf(read: ReturnType<typeof sharp>) {
  const { data: samples, info } = await read.raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, bands: info.channels, samples }
}

export const encoders: Encoders = {
  // In one call of a thread: by default there is one for each 16 KiB.
  deflate: (data) => deflateAsync(data, { level: DEFLATE_LEVEL, chunkSize: Math.max(CHUNK_BYTES_MIN, data.length) }),
  jpeg: (rgb) =>
    sharp(rgb, { raw: { width: TILE_PIXELS, height: TILE_PIXELS, channels: 3 } })
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
      .toBuffer(),
}

// Maps to be measured: fields with their structure and noise, empty beyond a boundary that is no rectangle.
import { closeSync, openSync, writeSync } from 'node:fs'
import { placeDirectories, writeHead } from '#imagery/rasters/tiff-head.ts'
import { TAG } from '#imagery/rasters/tiff-tags.ts'

const TEXTURE = 4096
const ROWS_PER_STRIP = 64
const NODATA = -9999

/** An uncompressed BigTIFF at `path`, 27 mm a pixel, in UTM zone 15 north. */
export function writeMap(path, { kind, pixels }) {
  const { bands, bits, format } = {
    photo: { bands: 4, bits: 8, format: 1 },
    elevation: { bands: 1, bits: 32, format: 3 },
  }[kind]
  const strips = Math.ceil(pixels / ROWS_PER_STRIP)
  const rowBytes = pixels * 4
  const rowsOf = (strip) => Math.min(ROWS_PER_STRIP, pixels - strip * ROWS_PER_STRIP)
  const each = (value) => Array.from({ length: bands }, () => value)
  const offsets = Array.from({ length: strips }, () => 0)
  const fields = [
    { tag: TAG.width, type: 'long', values: [pixels] },
    { tag: TAG.height, type: 'long', values: [pixels] },
    { tag: TAG.bitsPerSample, type: 'short', values: each(bits) },
    { tag: TAG.compression, type: 'short', values: [1] },
    { tag: TAG.photometric, type: 'short', values: [kind === 'photo' ? 2 : 1] },
    { tag: TAG.stripOffsets, type: 'long8', values: offsets },
    { tag: TAG.samplesPerPixel, type: 'short', values: [bands] },
    { tag: TAG.rowsPerStrip, type: 'long', values: [ROWS_PER_STRIP] },
    { tag: TAG.stripByteCounts, type: 'long', values: offsets.map((_, strip) => rowsOf(strip) * rowBytes) },
    { tag: TAG.planarConfiguration, type: 'short', values: [1] },
    ...(kind === 'photo' ? [{ tag: TAG.extraSamples, type: 'short', values: [2] }] : []),
    { tag: TAG.sampleFormat, type: 'short', values: each(format) },
    { tag: TAG.modelPixelScale, type: 'double', values: [0.027, 0.027, 0] },
    { tag: TAG.modelTiepoint, type: 'double', values: [0, 0, 0, 271_000, 4_902_000, 0] },
    { tag: TAG.geoKeyDirectory, type: 'short', values: [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32_615] },
    ...(kind === 'photo' ? [] : [{ tag: TAG.gdalNodata, type: 'text', values: String(NODATA) }]),
  ]
  const places = placeDirectories([{ fields }])
  for (let strip = 0; strip < strips; strip += 1) offsets[strip] = places.end + strip * ROWS_PER_STRIP * rowBytes
  const file = openSync(path, 'w')
  writeSync(file, writeHead([{ fields }], places))
  const texture = textureOf(kind)
  for (let strip = 0; strip < strips; strip += 1) {
    const rows = new Uint32Array(rowsOf(strip) * pixels)
    for (let row = 0; row < rowsOf(strip); row += 1)
      fillRow(rows.subarray(row * pixels, (row + 1) * pixels), strip * ROWS_PER_STRIP + row, { kind, pixels, texture })
    writeSync(file, rows)
  }
  closeSync(file)
}

/** Rows of plants, slopes and noise, as the four bytes of a pixel. */
function textureOf(kind) {
  const texture = new Uint32Array(TEXTURE * TEXTURE)
  const heights = new Float32Array(texture.buffer)
  let random = 1
  const noise = () => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0
    return random / 2 ** 32 - 0.5
  }
  for (let y = 0; y < TEXTURE; y += 1)
    for (let x = 0; x < TEXTURE; x += 1) {
      const at = y * TEXTURE + x
      const plants = Math.sin(x / 12) * 30 + Math.cos(y / 23) * 20 + Math.sin((x + y) / 190) * 20
      const channel = (base) => Math.round(base + plants + 30 * noise())
      if (kind === 'photo') texture[at] = (channel(90) | (channel(115) << 8) | (channel(75) << 16) | 0xff000000) >>> 0
      else heights[at] = 351 + plants / 60 + 0.05 * noise()
    }
  return texture
}

function fillRow(row, y, { kind, pixels, texture }) {
  const from = (y % TEXTURE) * TEXTURE
  for (let x = 0; x < pixels; x += TEXTURE) row.set(texture.subarray(from, from + Math.min(TEXTURE, pixels - x)), x)
  const empty = Math.round(Math.abs(y - pixels / 2) * 0.4)
  const nothing = kind === 'photo' ? 0 : new Uint32Array(Float32Array.of(NODATA).buffer)[0]
  row.fill(nothing, 0, empty)
  row.fill(nothing, pixels - empty)
}

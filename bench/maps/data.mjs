// Maps to be measured: fields with their structure and noise, empty beyond a boundary that is no rectangle.
import { closeSync, openSync, writeSync } from 'node:fs'

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
  const tags = [
    [256, LONG, [pixels]],
    [257, LONG, [pixels]],
    [258, SHORT, each(bits)],
    [259, SHORT, [1]],
    [262, SHORT, [kind === 'photo' ? 2 : 1]],
    [273, LONG8, offsets],
    [277, SHORT, [bands]],
    [278, LONG, [ROWS_PER_STRIP]],
    [279, LONG, offsets.map((_, strip) => rowsOf(strip) * rowBytes)],
    [284, SHORT, [1]],
    ...(kind === 'photo' ? [[338, SHORT, [2]]] : []),
    [339, SHORT, each(format)],
    [33_550, DOUBLE, [0.027, 0.027, 0]],
    [33_922, DOUBLE, [0, 0, 0, 271_000, 4_902_000, 0]],
    [34_735, SHORT, [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32_615]],
    ...(kind === 'photo' ? [] : [[42_113, TEXT, [...Buffer.from(`${NODATA}\0`)]]]),
  ]
  const start = headBytes(tags)
  for (let strip = 0; strip < strips; strip += 1) offsets[strip] = start + strip * ROWS_PER_STRIP * rowBytes
  const file = openSync(path, 'w')
  writeSync(file, headOf(tags, start))
  const texture = textureOf(kind)
  for (let strip = 0; strip < strips; strip += 1) {
    const rows = new Uint32Array(rowsOf(strip) * pixels)
    for (let row = 0; row < rowsOf(strip); row += 1)
      fillRow(rows.subarray(row * pixels, (row + 1) * pixels), strip * ROWS_PER_STRIP + row, { kind, pixels, texture })
    writeSync(file, rows)
  }
  closeSync(file)
}

const [TEXT, SHORT, LONG, DOUBLE, LONG8] = [2, 3, 4, 12, 16]
const BYTES = { [TEXT]: 1, [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8, [LONG8]: 8 }
const WRITE = { [TEXT]: 'setUint8', [SHORT]: 'setUint16', [LONG]: 'setUint32', [DOUBLE]: 'setFloat64' }

const headBytes = (tags) =>
  tags.reduce((sum, [, type, values]) => sum + 20 + 8 * Math.ceil((values.length * BYTES[type]) / 8), 32)

function headOf(tags, bytes) {
  const head = new DataView(new ArrayBuffer(bytes))
  head.setUint16(0, 0x4949)
  head.setUint16(2, 43, true)
  head.setUint16(4, 8, true)
  head.setBigUint64(8, 16n, true)
  head.setBigUint64(16, BigInt(tags.length), true)
  let free = 32 + tags.length * 20
  for (const [index, [tag, type, values]] of tags.entries()) {
    const entry = 24 + index * 20
    head.setUint16(entry, tag, true)
    head.setUint16(entry + 2, type, true)
    head.setBigUint64(entry + 4, BigInt(values.length), true)
    const isInside = values.length * BYTES[type] <= 8
    if (!isInside) head.setBigUint64(entry + 12, BigInt(free), true)
    for (const [at, value] of values.entries()) {
      const to = (isInside ? entry + 12 : free) + at * BYTES[type]
      if (type === LONG8) head.setBigUint64(to, BigInt(value), true)
      else head[WRITE[type]](to, value, true)
    }
    if (!isInside) free += 8 * Math.ceil((values.length * BYTES[type]) / 8)
  }
  return new Uint8Array(head.buffer)
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

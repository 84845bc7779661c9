// GeoTIFFs for tests, without another program.
import { deflateSync, zstdCompressSync } from 'node:zlib'
import type { SampleType } from '#domain/maps.ts'

type Compression = 'none' | 'lzw' | 'deflate' | 'packbits' | 'zstd'

export type TiffOptions = {
  width: number
  height: number
  bands?: number
  sampleType?: SampleType
  /** Of band `band` at a pixel. */
  valueAt: (x: number, y: number, band: number) => number
  compression?: Compression
  predictor?: 1 | 2 | 3
  /** The side of tiles, or the rows of strips. */
  tile?: number
  rowsPerStrip?: number
  isPlanar?: boolean
  isBig?: boolean
  isBigEndian?: boolean
  photometric?: number
  extraSamples?: readonly number[]
  nodata?: string
  metadata?: string
  scale?: readonly [number, number, number]
  tiepoint?: readonly number[]
  matrix?: readonly number[]
  /** GeoTIFF's keys: numbers below 65,536. */
  keys?: Readonly<Record<number, number>>
}

const COMPRESSIONS = { none: 1, lzw: 5, deflate: 8, packbits: 32_773, zstd: 50_000 }
const FORMATS = { uint: 1, int: 2, float: 3 }

const asciiOf = (value: string) => [...new TextEncoder().encode(`${value}\0`)]

export function makeTiff(options: TiffOptions): Uint8Array {
  const { width, height, bands = 1, sampleType = 'uint8', isPlanar = false, isBig = false } = options
  const [, format = 'uint', bits = '8'] = /^(u?int|float)(\d+)$/.exec(sampleType) ?? []
  const bytes = Number(bits) / 8
  const little = !options.isBigEndian
  const block = { width: options.tile ?? width, height: options.tile ?? options.rowsPerStrip ?? height }
  const blocks: Uint8Array[] = []
  for (let plane = 0; plane < (isPlanar ? bands : 1); plane += 1)
    for (let top = 0; top < height; top += block.height)
      for (let left = 0; left < width; left += block.width) {
        const rows = options.tile ? block.height : Math.min(block.height, height - top)
        const own = isPlanar ? [plane] : Array.from({ length: bands }, (_, band) => band)
        const data = new DataView(new ArrayBuffer(block.width * rows * own.length * bytes))
        let at = 0
        for (let y = 0; y < rows; y += 1)
          for (let x = 0; x < block.width; x += 1)
            for (const band of own) {
              const isInside = left + x < width && top + y < height
              write(data, at, { sampleType, little, value: isInside ? options.valueAt(left + x, top + y, band) : 0 })
              at += bytes
            }
        const row = { samples: block.width * own.length, bands: own.length, bytes }
        const predicted = predict(data, options.predictor ?? 1, { ...row, little })
        blocks.push(compress(predicted, options.compression ?? 'none', row.samples * bytes))
      }

  const each = (value: number) => Array.from({ length: bands }, () => value)
  const keys = Object.entries(options.keys ?? {}).sort(([a], [b]) => Number(a) - Number(b))
  const [SHORT, LONG, DOUBLE, ASCII] = [3, 4, 12, 2]
  const tags: [tag: number, type: number, values: number[]][] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, each(Number(bits))],
    [259, SHORT, [COMPRESSIONS[options.compression ?? 'none']]],
    [262, SHORT, [options.photometric ?? 1]],
    [277, SHORT, [bands]],
    [284, SHORT, [isPlanar ? 2 : 1]],
    [317, SHORT, [options.predictor ?? 1]],
    [339, SHORT, each(FORMATS[format as keyof typeof FORMATS])],
    ...(options.tile
      ? ([
          [322, SHORT, [options.tile]],
          [323, SHORT, [options.tile]],
          [324, LONG, blocks.map(() => 0)],
          [325, LONG, blocks.map(({ length }) => length)],
        ] as [number, number, number[]][])
      : ([
          [273, LONG, blocks.map(() => 0)],
          [278, LONG, [block.height]],
          [279, LONG, blocks.map(({ length }) => length)],
        ] as [number, number, number[]][])),
    ...(options.extraSamples ? [[338, SHORT, [...options.extraSamples]] as [number, number, number[]]] : []),
    ...(options.scale ? [[33_550, DOUBLE, [...options.scale]] as [number, number, number[]]] : []),
    ...(options.tiepoint ? [[33_922, DOUBLE, [...options.tiepoint]] as [number, number, number[]]] : []),
    ...(options.matrix ? [[34_264, DOUBLE, [...options.matrix]] as [number, number, number[]]] : []),
    ...(keys.length > 0
      ? [
          [34_735, SHORT, [1, 1, 0, keys.length, ...keys.flatMap(([key, value]) => [Number(key), 0, 1, value])]] as [
            number,
            number,
            number[],
          ],
        ]
      : []),
    ...(options.metadata ? [[42_112, ASCII, asciiOf(options.metadata)] as [number, number, number[]]] : []),
    ...(options.nodata === undefined ? [] : [[42_113, ASCII, asciiOf(options.nodata)] as [number, number, number[]]]),
  ]
  return assemble(
    tags.sort(([a], [b]) => a - b),
    blocks,
    { isBig, little },
  )
}

type Sample = { sampleType: SampleType; little: boolean; value: number }

function write(view: DataView, at: number, { sampleType, little, value }: Sample): void {
  if (sampleType === 'uint8') view.setUint8(at, value)
  else if (sampleType === 'int8') view.setInt8(at, value)
  else if (sampleType === 'uint16') view.setUint16(at, value, little)
  else if (sampleType === 'int16') view.setInt16(at, value, little)
  else if (sampleType === 'uint32') view.setUint32(at, value, little)
  else if (sampleType === 'int32') view.setInt32(at, value, little)
  else if (sampleType === 'float32') view.setFloat32(at, value, little)
  else view.setFloat64(at, value, little)
}

type Row = { samples: number; bands: number; bytes: number; little: boolean }

function predict(view: DataView, predictor: 1 | 2 | 3, { samples, bands, bytes, little }: Row): Uint8Array {
  const data = new Uint8Array(view.buffer)
  const rowBytes = samples * bytes
  if (predictor === 2)
    for (let row = 0; row < data.length; row += rowBytes)
      for (let at = samples - 1; at >= bands; at -= 1) {
        const [here, before] = [row + at * bytes, row + (at - bands) * bytes]
        if (bytes === 1) view.setUint8(here, view.getUint8(here) - view.getUint8(before))
        else if (bytes === 2)
          view.setUint16(here, view.getUint16(here, little) - view.getUint16(before, little), little)
        else view.setUint32(here, view.getUint32(here, little) - view.getUint32(before, little), little)
      }
  if (predictor !== 3) return data
  const out = new Uint8Array(data.length)
  for (let row = 0; row < data.length; row += rowBytes) {
    for (let plane = 0; plane < bytes; plane += 1)
      for (let sample = 0; sample < samples; sample += 1)
        out[row + plane * samples + sample] = data[row + sample * bytes + (little ? bytes - 1 - plane : plane)] ?? 0
    for (let at = rowBytes - 1; at >= bands; at -= 1)
      out[row + at] = (out[row + at] ?? 0) - (out[row + at - bands] ?? 0)
  }
  return out
}

function compress(data: Uint8Array, compression: Compression, rowBytes: number): Uint8Array {
  if (compression === 'deflate') return deflateSync(data)
  if (compression === 'zstd') return zstdCompressSync(data)
  if (compression === 'lzw') return lzwEncode(data)
  return compression === 'packbits' ? packBits(data, rowBytes) : data
}

function packBits(data: Uint8Array, rowBytes: number): Uint8Array {
  const out: number[] = []
  for (let row = 0; row < data.length; row += rowBytes)
    for (let at = row; at < row + rowBytes; ) {
      let run = 1
      while (run < 128 && at + run < row + rowBytes && data[at + run] === data[at]) run += 1
      if (run > 2) out.push(257 - run, data[at] ?? 0)
      else {
        run = Math.min(100, row + rowBytes - at)
        out.push(run - 1, ...data.subarray(at, at + run))
      }
      at += run
    }
  return Uint8Array.from(out)
}

const [CLEAR, END, TABLE_MAX] = [256, 257, 4094]

function lzwEncode(data: Uint8Array): Uint8Array {
  const out: number[] = []
  let [buffer, bits, width, next] = [0, 0, 9, 258]
  let table = new Map<string, number>()
  const put = (code: number) => {
    buffer = ((buffer << width) | code) & 0xffffff
    bits += width
    while (bits >= 8) {
      bits -= 8
      out.push((buffer >> bits) & 255)
    }
  }
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : (table.get(text) ?? 0))
  put(CLEAR)
  let text = ''
  for (const byte of data) {
    const longer = text + String.fromCharCode(byte)
    if (longer.length === 1 || table.has(longer)) {
      text = longer
      continue
    }
    put(codeOf(text))
    table.set(longer, next)
    next += 1
    if (next === 512 || next === 1024 || next === 2048) width += 1
    if (next >= TABLE_MAX) {
      put(CLEAR)
      ;[table, next, width] = [new Map(), 258, 9]
    }
    text = String.fromCharCode(byte)
  }
  if (text) put(codeOf(text))
  put(END)
  if (bits > 0) out.push((buffer << (8 - bits)) & 255)
  return Uint8Array.from(out)
}

const TYPE_BYTES: Record<number, number> = { 2: 1, 3: 2, 4: 4, 12: 8 }
const BLOCK_TAGS = [273, 324]

const bytesOf = (type: number, values: readonly number[]) => (TYPE_BYTES[type] ?? 1) * values.length

function assemble(
  tags: [tag: number, type: number, values: number[]][],
  blocks: readonly Uint8Array[],
  { isBig, little }: { isBig: boolean; little: boolean },
): Uint8Array {
  const [start, countBytes, entryBytes, inline] = isBig ? [16, 8, 20, 8] : [8, 2, 12, 4]
  const directoryBytes = countBytes + tags.length * entryBytes + inline
  const outside = tags.reduce((sum, [, type, values]) => {
    const bytes = bytesOf(type, values)
    return bytes > inline ? sum + bytes + (bytes % 2) : sum
  }, 0)
  const firstBlock = start + directoryBytes + outside
  let end = firstBlock
  const offsets = blocks.map(({ length }) => {
    const at = end
    end += length
    return at
  })
  const file = new DataView(new ArrayBuffer(end))
  file.setUint16(0, little ? 0x4949 : 0x4d4d)
  file.setUint16(2, isBig ? 43 : 42, little)
  const number = (at: number, value: number) =>
    isBig ? file.setBigUint64(at, BigInt(value), little) : file.setUint32(at, value, little)
  if (isBig) file.setUint16(4, 8, little)
  number(isBig ? 8 : 4, start)
  if (isBig) file.setBigUint64(start, BigInt(tags.length), little)
  else file.setUint16(start, tags.length, little)
  let free = start + directoryBytes
  for (const [index, [tag, type, given]] of tags.entries()) {
    const values = BLOCK_TAGS.includes(tag) ? offsets : given
    const at = start + countBytes + index * entryBytes
    file.setUint16(at, tag, little)
    file.setUint16(at + 2, type, little)
    number(at + 4, values.length)
    const bytes = bytesOf(type, values)
    const place = bytes > inline ? free : at + 4 + inline
    if (bytes > inline) {
      number(at + 4 + inline, free)
      free += bytes + (bytes % 2)
    }
    for (const [which, value] of values.entries()) {
      const to = place + which * (TYPE_BYTES[type] ?? 1)
      if (type === 2) file.setUint8(to, value)
      else if (type === 3) file.setUint16(to, value, little)
      else if (type === 4) file.setUint32(to, value, little)
      else file.setFloat64(to, value, little)
    }
  }
  const all = new Uint8Array(file.buffer)
  for (const [index, block] of blocks.entries()) all.set(block, offsets[index] ?? 0)
  return all
}

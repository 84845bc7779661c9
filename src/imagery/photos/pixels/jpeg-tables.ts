// What a JPEG says of its picture before its coefficients come (ITU-T T.81 B.2).
import { type HuffmanTable, makeHuffmanTable } from './huffman-table.ts'

export type JpegComponent = {
  id: number
  /** Blocks of a unit of the scan, across and down. */
  across: number
  down: number
  quantisation: number
}

export type JpegTables = {
  width: number
  height: number
  components: readonly JpegComponent[]
  /** In zigzag order. */
  quantisations: ReadonlyMap<number, Uint16Array>
  /** Of differences of means, and of the other frequencies. */
  dc: ReadonlyMap<number, HuffmanTable>
  ac: ReadonlyMap<number, HuffmanTable>
  /** Units between two restarts; 0 is none. */
  restartEvery: number
  /** Of the first scan, in its order. */
  scan: readonly { component: JpegComponent; dc: number; ac: number }[]
  /** Where its coefficients begin. */
  scanAt: number
}

const [QUANTISATION, HUFFMAN, RESTARTS, SCAN, END] = [0xdb, 0xc4, 0xdd, 0xda, 0xd9]
/** Baseline, and sequential with more tables; others are progressive, arithmetic or without loss. */
const SEQUENTIAL = [0xc0, 0xc1]
const isUnreadable = (marker: number): boolean =>
  (marker >= 0xc2 && marker <= 0xcf && marker !== HUFFMAN) || marker === END
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** From the first byte of any marker. Null of what is no sequential JPEG of 8 bits, or ends before its scan. */
export function readJpegTables(bytes: Uint8Array): JpegTables | null {
  const quantisations = new Map<number, Uint16Array>()
  const [dc, ac] = [new Map<number, HuffmanTable>(), new Map<number, HuffmanTable>()]
  let frame: Frame | null = null
  let restartEvery = 0
  for (let at = 0; at + 4 <= bytes.length; ) {
    const [first, marker = 0, high = 0, low = 0] = bytes.subarray(at, at + 4)
    if (first !== 0xff || isUnreadable(marker)) return null
    if (marker === 0xff || isAlone(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    const length = high * 256 + low
    const content = bytes.subarray(at + 4, at + 2 + length)
    if (length < 2 || content.length < length - 2) return null
    at += 2 + length
    if (marker === QUANTISATION) readQuantisations(content, quantisations)
    else if (marker === HUFFMAN && !readHuffman(content, { dc, ac })) return null
    else if (marker === RESTARTS) restartEvery = (content[0] ?? 0) * 256 + (content[1] ?? 0)
    else if (SEQUENTIAL.includes(marker)) frame = readFrame(content)
    else if (marker === SCAN) {
      const scan = frame && readScan(content, frame.components)
      return scan && frame && { ...frame, quantisations, dc, ac, restartEvery, scan, scanAt: at }
    }
  }
  return null
}

function readQuantisations(content: Uint8Array, into: Map<number, Uint16Array>): void {
  for (let at = 0; at < content.length; ) {
    const head = content[at] ?? 0
    const isWide = head >> 4 !== 0
    const valueAt = (index: number): number =>
      isWide
        ? (content[at + 1 + 2 * index] ?? 0) * 256 + (content[at + 2 + 2 * index] ?? 0)
        : (content[at + 1 + index] ?? 0)
    into.set(
      head & 15,
      Uint16Array.from({ length: 64 }, (_, index) => valueAt(index)),
    )
    at += isWide ? 129 : 65
  }
}

type Huffman = Record<'dc' | 'ac', Map<number, HuffmanTable>>

function readHuffman(content: Uint8Array, { dc, ac }: Huffman): boolean {
  for (let at = 0; at < content.length; ) {
    const head = content[at] ?? 0
    const counts = content.subarray(at + 1, at + 17)
    const symbols = counts.reduce((sum, count) => sum + count, 0)
    const table = makeHuffmanTable(counts, content.subarray(at + 17, at + 17 + symbols))
    if (!table) return false
    ;(head >> 4 === 0 ? dc : ac).set(head & 15, table)
    at += 17 + symbols
  }
  return true
}

type Frame = Pick<JpegTables, 'width' | 'height' | 'components'>

function readFrame(content: Uint8Array): Frame | null {
  const [bits, top = 0, bottom = 0, left = 0, right = 0, count = 0] = content
  const components = Array.from({ length: count }, (_, index) => {
    const [id = 0, sampling = 0, quantisation = 0] = content.subarray(6 + 3 * index)
    return { id, across: sampling >> 4, down: sampling & 15, quantisation }
  })
  const isRight = components.every(({ across, down }) => across >= 1 && across <= 4 && down >= 1 && down <= 4)
  if (bits !== 8 || !isRight || (count !== 1 && count !== 3)) return null
  return { width: left * 256 + right, height: top * 256 + bottom, components }
}

function readScan(content: Uint8Array, components: readonly JpegComponent[]): JpegTables['scan'] | null {
  const scan = Array.from({ length: content[0] ?? 0 }, (_, index) => {
    const [id, tables = 0] = content.subarray(1 + 2 * index)
    const component = components.find((one) => one.id === id)
    return component && { component, dc: tables >> 4, ac: tables & 15 }
  })
  const known = scan.filter((one) => one !== undefined)
  return known.length > 0 && known.length === scan.length ? known : null
}

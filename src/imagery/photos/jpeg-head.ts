// What stands before the pixels of a JPEG: its size, Exif and XMP (ITU-T T.81 B.1, CIPA DC-008 4.7).
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { KiB, MiB } from '#domain/units.ts'

export type JpegHead = {
  width: number | null
  height: number | null
  /** The TIFF in it. */
  exif: Uint8Array | null
  xmp: string | null
  /** Where the tables of the pixels begin, and what is known from there on: some of the pixels, too. Null where they don't. */
  tables: { from: number; bytes: Uint8Array } | null
  /** Ends before its pixels begin, or is no JPEG from some place on. */
  isCutOff: boolean
}

/** Exif and XMP of drones lie in the first 60 KB. */
const AHEAD_BYTES = KiB(64)
/** Panels of previews and of maker's data may come before the size of the picture. */
const HEAD_BYTES_MAX = MiB(1)
/** Four tables of each kind have 3 KB. */
const TABLES_BYTES_MAX = KiB(16)

const [MARKER, APP1, START_OF_SCAN, END] = [0xff, 0xe1, 0xda, 0xd9]
/** SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** What programs add, and comments. */
const isApplication = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
/** TEM and restarts stand alone. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

const EXIF = 'Exif\0\0'
const XMP = 'http://ns.adobe.com/xap/1.0/\0'

export async function readJpegHead(size: number, readRange: ReadRange): Promise<JpegHead> {
  const head: JpegHead = { width: null, height: null, exif: null, xmp: null, tables: null, isCutOff: true }
  let tablesAt = 0
  const end = Math.min(size, HEAD_BYTES_MAX)
  let [held, start] = [new Uint8Array(0), 0]
  const bytesAt = async (at: number, length: number): Promise<Uint8Array> => {
    if (at < start || at + length > start + held.length) {
      held = Uint8Array.from(await readRange(at, Math.min(size, at + Math.max(length, AHEAD_BYTES))))
      start = at
    }
    return held.subarray(at - start, at - start + length)
  }
  for (let at = 2; at + 4 <= end; ) {
    const [first = 0, marker = 0, high = 0, low = 0] = await bytesAt(at, 4)
    if (first !== MARKER) return head
    // Bytes of filling.
    if (marker === MARKER || isAlone(marker)) {
      at += marker === MARKER ? 1 : 2
      continue
    }
    if (marker === END) return head
    if (marker === START_OF_SCAN) {
      const bytes = tablesAt > 0 ? await bytesAt(tablesAt, at - tablesAt) : null
      const isShort = bytes !== null && bytes.length <= TABLES_BYTES_MAX
      const tables = isShort ? { from: tablesAt, bytes: held.subarray(tablesAt - start) } : null
      return { ...head, tables, isCutOff: false }
    }
    const length = high * 256 + low
    if (length < 2 || at + 2 + length > size) return head
    if (marker === APP1) readApplication(head, await bytesAt(at + 4, length - 2))
    if (isFrame(marker) && length >= 7) {
      const [, top = 0, bottom = 0, left = 0, right = 0] = await bytesAt(at + 4, 5)
      head.height = top * 256 + bottom
      head.width = left * 256 + right
    }
    if (tablesAt === 0 && !isApplication(marker)) tablesAt = at
    at += 2 + length
  }
  return head
}

function readApplication(head: JpegHead, bytes: Uint8Array): void {
  if (startsWith(bytes, EXIF)) head.exif ??= bytes.subarray(EXIF.length)
  else if (startsWith(bytes, XMP)) head.xmp ??= new TextDecoder().decode(bytes.subarray(XMP.length))
}

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  bytes.length >= text.length && [...text].every((letter, at) => bytes[at] === letter.charCodeAt(0))

/** A JPEG that is whole ends with a marker; some cameras write zeros or data of their own behind it. */
const TAIL_BYTES = KiB(16)

export async function hasJpegEnd(size: number, readRange: ReadRange): Promise<boolean> {
  const tail = await readRange(Math.max(0, size - TAIL_BYTES), size)
  for (let at = tail.length - 2; at >= 0; at -= 1) if (tail[at] === MARKER && tail[at + 1] === END) return true
  return false
}

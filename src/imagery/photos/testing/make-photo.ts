// Photos as cameras write them, without a picture worth looking at.

/** A text, whole numbers of 2 or 4 bytes, fractions, bytes, or the directory that a tag points to. */
export type TagValue =
  | string
  | { short: number[] }
  | { long: number[] }
  | { fractions: (readonly [number, number])[] }
  | { bytes: Uint8Array }
  | { directory: Tags }
export type Tags = Readonly<Record<number, TagValue>>

const ASCII = 2
const [SHORT, LONG, RATIONAL, UNDEFINED] = [3, 4, 5, 7]

/** A TIFF of one directory after another, with what their tags point to, from a byte on. */
export function makeTiff(
  directories: readonly Tags[],
  { isLittleEndian = true, start: first = 8 } = {},
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(1 << 20)
  const view = new DataView(bytes.buffer)
  bytes.set(isLittleEndian ? [0x49, 0x49] : [0x4d, 0x4d])
  view.setUint16(2, 42, isLittleEndian)
  let end = first
  const write = (tags: Tags): number => {
    const entries = Object.entries(tags)
    const start = end
    end += 2 + 12 * entries.length + 4
    view.setUint16(start, entries.length, isLittleEndian)
    for (const [index, [tag, value]] of entries.entries()) {
      const at = start + 2 + 12 * index
      const { type, count, content } = encode(value, isLittleEndian, write)
      view.setUint16(at, Number(tag), isLittleEndian)
      view.setUint16(at + 2, type, isLittleEndian)
      view.setUint32(at + 4, count, isLittleEndian)
      if (content.length <= 4) bytes.set(content, at + 8)
      else {
        view.setUint32(at + 8, end, isLittleEndian)
        bytes.set(content, end)
        end += content.length + (content.length % 2)
      }
    }
    return start
  }
  let pointer = 4
  for (const directory of directories) {
    const at = write(directory)
    view.setUint32(pointer, at, isLittleEndian)
    pointer = at + 2 + 12 * Object.keys(directory).length
  }
  return bytes.slice(0, end)
}

function encode(value: TagValue, isLittleEndian: boolean, write: (tags: Tags) => number) {
  if (typeof value === 'string')
    return { type: ASCII, count: value.length + 1, content: new TextEncoder().encode(`${value}\0`) }
  if ('bytes' in value) return { type: UNDEFINED, count: value.bytes.length, content: value.bytes }
  if ('directory' in value)
    return { type: LONG, count: 1, content: numbers([write(value.directory)], 4, isLittleEndian) }
  if ('short' in value)
    return { type: SHORT, count: value.short.length, content: numbers(value.short, 2, isLittleEndian) }
  if ('long' in value) return { type: LONG, count: value.long.length, content: numbers(value.long, 4, isLittleEndian) }
  return { type: RATIONAL, count: value.fractions.length, content: numbers(value.fractions.flat(), 4, isLittleEndian) }
}

function numbers(values: readonly number[], size: 2 | 4, isLittleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * size))
  for (const [at, value] of values.entries())
    if (size === 2) view.setUint16(at * size, value, isLittleEndian)
    else view.setUint32(at * size, value, isLittleEndian)
  return new Uint8Array(view.buffer)
}

type Jpeg = { width?: number; height?: number; tiff?: Uint8Array; xmp?: string; pixels?: number; isWhole?: boolean }

const latin = (text: string): number[] => [...new TextEncoder().encode(text)]
const segment = (marker: number, content: readonly number[]): number[] => [
  0xff,
  marker,
  (content.length + 2) >> 8,
  (content.length + 2) & 0xff,
  ...content,
]

const xmpSegment = (xmp: string) => segment(0xe1, [...latin('http://ns.adobe.com/xap/1.0/\0'), ...latin(xmp)])

/** A JPEG with Exif and XMP before its pixels, which are noise. */
export function makeJpeg({ width = 4000, height = 3000, tiff, xmp, pixels = 2000, isWhole = true }: Jpeg): Uint8Array {
  return Uint8Array.from([
    0xff,
    0xd8,
    ...(tiff ? segment(0xe1, [...latin('Exif\0\0'), ...tiff]) : []),
    ...(xmp === undefined ? [] : xmpSegment(xmp)),
    ...segment(0xc0, [8, height >> 8, height & 0xff, width >> 8, width & 0xff, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]),
    ...segment(0xda, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]),
    ...Array.from({ length: pixels }, (_, at) => (at * 7) % 200),
    ...(isWhole ? [0xff, 0xd9] : []),
  ])
}

/** A JPEG with Exif added at its start. */
export const addExif = (jpeg: Uint8Array, tiff: Uint8Array): Uint8Array =>
  Uint8Array.from([...jpeg.subarray(0, 2), ...segment(0xe1, [...latin('Exif\0\0'), ...tiff]), ...jpeg.subarray(2)])

/** A JPEG with XMP added at its start. */
export const addXmp = (jpeg: Uint8Array, xmp: string): Uint8Array =>
  Uint8Array.from([...jpeg.subarray(0, 2), ...xmpSegment(xmp), ...jpeg.subarray(2)])

/** Exif with a small picture of at most 64 KB. */
export function makeTiffWithThumbnail(main: Tags, thumbnail: Uint8Array): Uint8Array {
  const make = (from: number) => makeTiff([main, { [513]: { long: [from] }, [514]: { long: [thumbnail.length] } }])
  const { length } = make(0)
  return Uint8Array.from([...make(length), ...thumbnail])
}

/** XMP with these properties as attributes. */
export const xmpOf = (properties: Readonly<Record<string, string>>): string =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" ${Object.entries(
    properties,
  )
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

/** Degrees as Exif's three fractions. */
export function degreesMinutesSeconds(degrees: number): (readonly [number, number])[] {
  const size = Math.abs(degrees)
  const minutes = (size % 1) * 60
  return [
    [Math.floor(size), 1],
    [Math.floor(minutes), 1],
    [Math.round((minutes % 1) * 60 * 10_000), 10_000],
  ]
}

// Where everything of a cloud-optimised GeoTIFF lies: a BigTIFF with all directories in front, then the tiles of the smallest
// level to those of the largest, each followed by its mask. https://docs.ogc.org/is/21-026/21-026.html
import type { GeoTransform } from '#domain/maps.ts'
import { type Content, type Level, TILE_PIXELS } from './pyramid.ts'
import { type GeoTags, TAG } from './raster.ts'

/** Where an encoded tile lies among those that were made; 0 bytes is a tile without data. */
export type TilePlace = { at: number; bytes: number }
/** The tiles of a level, row by row. Masks are of pictures only. */
export type LevelTiles = Level & { tiles: readonly TilePlace[]; masks: readonly TilePlace[] }

export type CogLayout = {
  /** The beginning of the file. */
  head: Uint8Array
  /** The encoded tiles in the order in which they follow it. */
  pieces: TilePlace[]
  bytes: number
}

type Field = { tag: number; type: FieldType; values: ArrayLike<number> | string }
type FieldType = 'text' | 'short' | 'long' | 'double' | 'long8'
type Image = { fields: Field[]; tiles: readonly TilePlace[]; offsets: Float64Array }

const TYPES = {
  text: { number: 2, bytes: 1 },
  short: { number: 3, bytes: 2 },
  long: { number: 4, bytes: 4 },
  double: { number: 12, bytes: 8 },
  long8: { number: 16, bytes: 8 },
} as const

const HEADER_BYTES = 16
const REDUCED = 1
const MASK = 4
const JPEG = 7
const DEFLATE = 8
const GREY = 1
const YCBCR = 6
const TRANSPARENCY = 4
const FORMATS = { uint: 1, int: 2, float: 3 } as const
const RASTER_TYPE_KEY = 1025
const PIXEL_IS_AREA = 1

export function layOutCog({
  levels,
  content,
  transform,
  geoTags,
  metadata,
}: {
  levels: readonly LevelTiles[]
  content: Content
  transform: GeoTransform | undefined
  geoTags: GeoTags | undefined
  /** In GDAL's markup. */
  metadata?: string | undefined
}): CogLayout {
  const geo = [
    ...transformFields(transform),
    ...(geoTags ? geoFields(geoTags) : []),
    ...(metadata === undefined ? [] : [textField(TAG.gdalMetadata, metadata)]),
  ]
  const images = levels.map((level, at) => {
    const placed = at === 0 ? geo : []
    const main = imageOf(level, {
      tiles: level.tiles,
      subfileType: at === 0 ? 0 : REDUCED,
      fields: [...pixelFields(content), ...placed],
    })
    if (!content.isPicture) return { main, mask: undefined }
    const subfileType = MASK | (at === 0 ? 0 : REDUCED)
    return { main, mask: imageOf(level, { tiles: level.masks, subfileType, fields: maskFields() }) }
  })
  const directories = images.flatMap(({ main, mask }) => (mask ? [main, mask] : [main]))
  const places = placeDirectories(directories)

  const pieces: TilePlace[] = []
  let end = places.end
  for (const { main, mask } of images.toReversed())
    for (const index of main.tiles.keys())
      for (const image of mask ? [main, mask] : [main]) {
        const tile = image.tiles[index]
        if (!tile || tile.bytes === 0) continue
        image.offsets[index] = end
        end += tile.bytes
        pieces.push(tile)
      }
  return { head: writeHead(directories, places), pieces, bytes: end }
}

type ImageOptions = { tiles: readonly TilePlace[]; subfileType: number; fields: Field[] }

function imageOf({ width, height }: Level, { tiles, subfileType, fields }: ImageOptions): Image {
  const offsets = new Float64Array(tiles.length)
  return {
    tiles,
    offsets,
    fields: [
      { tag: TAG.subfileType, type: 'long', values: [subfileType] },
      { tag: TAG.width, type: 'long', values: [width] },
      { tag: TAG.height, type: 'long', values: [height] },
      { tag: TAG.tileWidth, type: 'short', values: [TILE_PIXELS] },
      { tag: TAG.tileLength, type: 'short', values: [TILE_PIXELS] },
      { tag: TAG.tileOffsets, type: 'long8', values: offsets },
      { tag: TAG.tileByteCounts, type: 'long', values: tiles.map(({ bytes }) => bytes) },
      ...fields,
    ].sort((a, b) => a.tag - b.tag) as Field[],
  }
}

/** Of any characters, in UTF-8. */
const textField = (tag: number, text: string): Field => ({
  tag,
  type: 'text',
  values: new TextEncoder().encode(`${text}\0`),
})

const short = (tag: number, ...values: number[]): Field => ({ tag, type: 'short', values })

function pixelFields({ isPicture, sampleType, bands, nodata }: Content): Field[] {
  if (isPicture)
    return [
      short(TAG.bitsPerSample, 8, 8, 8),
      short(TAG.compression, JPEG),
      short(TAG.photometric, YCBCR),
      short(TAG.samplesPerPixel, 3),
      short(TAG.planarConfiguration, 1),
      short(TAG.ycbcrSubsampling, 1, 1),
    ]
  const [, format = 'uint', bits = '8'] = /^(u?int|float)(\d+)$/.exec(sampleType) ?? []
  const each = (value: number) => Array.from({ length: bands }, () => value)
  return [
    short(TAG.bitsPerSample, ...each(Number(bits))),
    short(TAG.compression, DEFLATE),
    short(TAG.photometric, GREY),
    short(TAG.samplesPerPixel, bands),
    short(TAG.planarConfiguration, 1),
    short(TAG.predictor, format === 'float' ? 3 : 2),
    short(TAG.sampleFormat, ...each(FORMATS[format as keyof typeof FORMATS])),
    ...(bands > 1 ? [short(TAG.extraSamples, ...each(0).slice(1))] : []),
    ...(nodata === undefined
      ? []
      : [{ tag: TAG.gdalNodata, type: 'text', values: String(nodata).toLowerCase() } as const]),
  ]
}

const maskFields = (): Field[] => [
  short(TAG.bitsPerSample, 1),
  short(TAG.compression, DEFLATE),
  short(TAG.photometric, TRANSPARENCY),
  short(TAG.samplesPerPixel, 1),
  short(TAG.planarConfiguration, 1),
]

function transformFields(transform: GeoTransform | undefined): Field[] {
  if (!transform) return []
  const [a, b, c, d, e, f] = transform
  if (b !== 0 || d !== 0)
    return [{ tag: TAG.modelTransformation, type: 'double', values: [a, b, 0, c, d, e, 0, f, 0, 0, 0, 0, 0, 0, 0, 1] }]
  return [
    { tag: TAG.modelPixelScale, type: 'double', values: [a, -e, 0] },
    { tag: TAG.modelTiepoint, type: 'double', values: [0, 0, 0, c, f, 0] },
  ]
}

/** The transform of a copy is of the corners of pixels, whatever it was in the original. */
function geoFields({ directory, doubles, text }: GeoTags): Field[] {
  const keys = [...directory]
  for (let at = 4; at + 3 < keys.length; at += 4) if (keys[at] === RASTER_TYPE_KEY) keys[at + 3] = PIXEL_IS_AREA
  return [
    { tag: TAG.geoKeyDirectory, type: 'short', values: keys },
    ...(doubles.length > 0 ? [{ tag: TAG.geoDoubleParams, type: 'double', values: doubles } as const] : []),
    ...(text ? [textField(TAG.geoAsciiParams, text)] : []),
  ]
}

const countOf = ({ values }: Field): number => (typeof values === 'string' ? values.length + 1 : values.length)
const bytesOf = (field: Field): number => countOf(field) * TYPES[field.type].bytes

type Places = { starts: number[]; values: number[][]; end: number }

/** Of each directory and of the values that don't fit into it, which lie behind it. */
function placeDirectories(directories: readonly Image[]): Places {
  const places: Places = { starts: [], values: [], end: HEADER_BYTES }
  for (const { fields } of directories) {
    places.starts.push(places.end)
    let end = places.end + 8 + fields.length * 20 + 8
    places.values.push(
      fields.map((field) => {
        if (bytesOf(field) <= 8) return 0
        const at = end
        end = Math.ceil((at + bytesOf(field)) / 8) * 8
        return at
      }),
    )
    places.end = end
  }
  return places
}

function writeHead(directories: readonly Image[], { starts, values, end }: Places): Uint8Array {
  const head = new DataView(new ArrayBuffer(end))
  head.setUint16(0, 0x4949)
  head.setUint16(2, 43, true)
  head.setUint16(4, 8, true)
  setLong8(head, 8, HEADER_BYTES)
  for (const [index, { fields }] of directories.entries()) {
    const start = starts[index] ?? 0
    setLong8(head, start, fields.length)
    for (const [at, field] of fields.entries()) {
      const entry = start + 8 + at * 20
      const elsewhere = values[index]?.[at] ?? 0
      head.setUint16(entry, field.tag, true)
      head.setUint16(entry + 2, TYPES[field.type].number, true)
      setLong8(head, entry + 4, countOf(field))
      if (elsewhere > 0) setLong8(head, entry + 12, elsewhere)
      writeValues(head, elsewhere || entry + 12, field)
    }
    setLong8(head, start + 8 + fields.length * 20, starts[index + 1] ?? 0)
  }
  return new Uint8Array(head.buffer)
}

const setLong8 = (view: DataView, at: number, value: number): void => view.setBigUint64(at, BigInt(value), true)

function writeValues(head: DataView, at: number, { type, values }: Field): void {
  const numbers = typeof values === 'string' ? new TextEncoder().encode(values) : values
  for (let index = 0; index < numbers.length; index += 1) {
    const place = at + index * TYPES[type].bytes
    const value = numbers[index] ?? 0
    if (type === 'text') head.setUint8(place, value)
    else if (type === 'short') head.setUint16(place, value, true)
    else if (type === 'long') head.setUint32(place, value, true)
    else if (type === 'double') head.setFloat64(place, value, true)
    else setLong8(head, place, value)
  }
}

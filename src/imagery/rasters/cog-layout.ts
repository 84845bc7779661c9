// Where everything of a cloud-optimised GeoTIFF lies: a BigTIFF with all directories in front, then the tiles of the smallest
// level to those of the largest, each followed by its mask. https://docs.ogc.org/is/21-026/21-026.html
import type { GeoTransform } from '#domain/maps.ts'
import { type Content, type Level, TILE_PIXELS } from './pyramid.ts'
import type { GeoTags } from './raster.ts'
import { type Directory, type Field, placeDirectories, writeHead } from './tiff-head.ts'
import { TAG } from './tiff-tags.ts'

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

type Image = Directory & { tiles: readonly TilePlace[]; offsets: Float64Array }

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

type Cog = {
  levels: readonly LevelTiles[]
  content: Content
  transform: GeoTransform | undefined
  geoTags: GeoTags | undefined
  /** In GDAL's markup. */
  metadata?: string | undefined
}

export function layOutCog({ levels, content, transform, geoTags, metadata }: Cog): CogLayout {
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

// The cloud-optimised copy of a raster for viewing.
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import type { CogLayout } from './cog-layout.ts'
import { contentOf } from './content.ts'
import type { Codecs } from './decode-block.ts'
import { type Encoders, type KeepTile, makeCog } from './make-cog.ts'
import type { Content } from './pyramid.ts'
import type { Raster } from './raster.ts'
import { createRowReader, samplesIn } from './read-rows.ts'

type Copying = {
  raster: Raster
  mask: Raster | undefined
  readRange: ReadRange
  codecs: Codecs
  encoders: Encoders
  keepTile: KeepTile
  /** As `isPictureRaster` says. */
  isPicture: boolean
  /** Elevation: rounded to 2^-10 of its unit, which makes the copy a third smaller. */
  isRounded: boolean
  /** Told the part of the rows that are done. */
  report?: ((fraction: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** Pictures lose a little (JPEG), numbers nothing but what `isRounded` says. @throws UnreadableRaster */
export async function makeViewCopy(copying: Copying): Promise<CogLayout> {
  const { raster, mask, readRange, codecs, ...making } = copying
  const rows = createRowReader({ raster, readRange, codecs })
  const maskRows = mask && createRowReader({ raster: mask, readRange, codecs })
  const content = contentOf(raster, copying.isPicture)
  const { width, height, transform, geoTags } = raster
  return makeCog({
    ...making,
    width,
    height,
    transform,
    geoTags,
    content,
    readRows: async (top, end) => {
      const read = await rows(top, end)
      if (content.isPicture) return toRgba(raster, read, await maskRows?.(top, end))
      if (maskRows) hide(read, await maskRows(top, end), content)
      if (copying.isRounded) round(read, content)
      return read
    },
  })
}

/** RGBA with alpha 0 or 255. May overwrite the pixels. */
export function toRgba(
  { bands, palette, nodata }: Raster,
  pixels: Uint8Array,
  mask: Uint8Array | undefined,
): Uint8Array {
  const count = pixels.length / bands
  const rgba = bands === 4 ? pixels : new Uint8Array(count * 4)
  if (palette) applyPalette(rgba, pixels, palette)
  else if (bands === 3)
    for (let pixel = 0; pixel < count; pixel += 1) {
      rgba[pixel * 4] = pixels[pixel * 3] ?? 0
      rgba[pixel * 4 + 1] = pixels[pixel * 3 + 1] ?? 0
      rgba[pixel * 4 + 2] = pixels[pixel * 3 + 2] ?? 0
      rgba[pixel * 4 + 3] = 255
    }
  const hasNodata = nodata !== undefined && !palette
  for (let pixel = 0; pixel < count; pixel += 1) {
    const at = pixel * 4
    const isNothing = hasNodata && rgba[at] === nodata && rgba[at + 1] === nodata && rgba[at + 2] === nodata
    const isThere = !isNothing && (mask?.[pixel] ?? 255) > 0 && (rgba[at + 3] ?? 0) >= 128
    rgba[at + 3] = isThere ? 255 : 0
  }
  return rgba
}

function applyPalette(rgba: Uint8Array, pixels: Uint8Array, palette: Float64Array): void {
  const colours = palette.length / 3
  for (const [pixel, value] of pixels.entries()) {
    for (let band = 0; band < 3; band += 1) rgba[pixel * 4 + band] = (palette[band * colours + value] ?? 0) >> 8
    rgba[pixel * 4 + 3] = 255
  }
}

/** A copy of numbers has no mask: what is hidden becomes nodata. Whole numbers without nodata stay as they are. */
function hide(pixels: Uint8Array, mask: Uint8Array, { sampleType, bands, nodata }: Content): void {
  const nothing = nodata ?? (sampleType.startsWith('float') ? Number.NaN : undefined)
  if (nothing === undefined) return
  const values = samplesIn(pixels, sampleType)
  for (const [pixel, shown] of mask.entries()) if (shown === 0) values.fill(nothing, pixel * bands, (pixel + 1) * bands)
}

const STEPS_PER_UNIT = 1024
/** Added and taken away again, it leaves a double without its fraction: 1.5 x 2^52. Faster than `Math.round`. */
const ROUNDER = 6_755_399_441_055_744

function round(pixels: Uint8Array, { sampleType, nodata }: Content): void {
  if (!sampleType.startsWith('float')) return
  const values = samplesIn(pixels, sampleType)
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0
    if (value !== nodata) values[at] = (value * STEPS_PER_UNIT + ROUNDER - ROUNDER) / STEPS_PER_UNIT
  }
}

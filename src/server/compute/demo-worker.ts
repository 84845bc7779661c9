import { zipSync } from 'fflate'
import type { GeoTransform } from '#domain/maps.ts'
import { cogOf, geoTagsOfEpsg } from './cog-bytes.ts'
import { FIELD } from './demo/demo-plots.ts'
import { drawPhoto, drawSurface, sizeAt } from './demo/draw-field.ts'
import { DEMO_CORNER, DEMO_EPSG } from './demo/place.ts'
import { sharp } from './safe-sharp.ts'
import { defineWork } from './work.ts'

/** In metres. Photos are fine enough for canopy cover (GSD_COARSE). */
const GSD = { photo: 0.015, surface: 0.05 }

type Wanted = { kind: 'photo' | 'surface' | 'archive'; days: number }

/** A file of the demo trial, so many days after planting; before planting it is bare. */
export const work = defineWork(({ kind, days }: Wanted): Promise<Uint8Array> => {
  if (kind === 'archive') return archiveOf(days)
  const gsd = GSD[kind]
  const [left, bottom] = DEMO_CORNER
  const transform: GeoTransform = [gsd, 0, left, 0, -gsd, bottom + FIELD.height]
  const raster = { ...sizeAt(gsd), transform, geoTags: geoTagsOfEpsg(DEMO_EPSG) }
  return kind === 'photo'
    ? cogOf({
        ...raster,
        content: { isPicture: true, sampleType: 'uint8', bands: 4, nodata: undefined },
        pixels: drawPhoto(days, gsd),
      })
    : cogOf({
        ...raster,
        content: { isPicture: false, sampleType: 'float32', bands: 1, nodata: undefined },
        pixels: new Uint8Array(drawSurface(days, gsd).buffer),
      })
})

/** Photos across the field, in two lines. */
async function archiveOf(days: number): Promise<Uint8Array> {
  const size = sizeAt(GSD.photo)
  const pixels = drawPhoto(days, GSD.photo)
  const side = { width: Math.floor(size.width / 2), height: Math.floor(size.height / 3) }
  const photos: Record<string, Uint8Array> = {}
  for (let at = 0; at < 8; at += 1) {
    const left = (at % 2) * (size.width - side.width)
    const top = Math.floor(((size.height - side.height) * Math.floor(at / 2)) / 3)
    photos[`photos/synthetic_${at + 1}.jpg`] = await sharp(pixels, { raw: { ...size, channels: 4 } })
      .extract({ left, top, ...side })
      .flatten()
      .jpeg()
      .toBuffer()
  }
  return zipSync(photos, { level: 0 })
}

import { mkdir } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import type { Picture } from './photo.ts'

export const fromPixels = (picture: Picture): Sharp =>
  sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } })

export type Sizes = { avif: readonly number[]; webp?: number; quality: number }

/** Writes a picture as `<folder>/<name>-<width>.avif`, and once as WebP for browsers without AVIF. */
export async function writePicture(full: Sharp, place: { folder: string; name: string }, sizes: Sizes): Promise<void> {
  await mkdir(place.folder, { recursive: true })
  const whole = await full.png({ compressionLevel: 1 }).toBuffer()
  const at = (width: number): Sharp => sharp(whole).resize(width, null, { kernel: 'mks2021' })
  for (const width of sizes.avif) {
    await at(width)
      .avif({ quality: sizes.quality, effort: 5, chromaSubsampling: '4:2:0' })
      .toFile(`${place.folder}/${place.name}-${width}.avif`)
  }
  if (sizes.webp === undefined) return
  await at(sizes.webp)
    .webp({ quality: sizes.quality + 8, effort: 6 })
    .toFile(`${place.folder}/${place.name}-${sizes.webp}.webp`)
}

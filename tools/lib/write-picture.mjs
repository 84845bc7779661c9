import { join } from 'node:path'
import sharp from 'sharp'
import { pictures } from '../../src/web/features/marketing/pictures.ts'

const FOLDER = join(import.meta.dirname, '../../src/web/public/pictures')
const UPRIGHT_RATIO = 4 / 5

export const PICTURE_NAMES = Object.keys(pictures)

/** Writes a picture of the public pages in every size they ask for (src/web/features/marketing/pictures.ts). */
export async function writePicture(image, name, ownUpright) {
  const size = pictures[name]
  const wide = await sharp(image).toBuffer({ resolveWithObject: true })
  for (const width of size.avif) await avif(wide.data, width, `${name}-${width}`)
  await sharp(wide.data)
    .resize(size.webp)
    .webp({ quality: 58, effort: 6 })
    .toFile(join(FOLDER, `${name}-${size.webp}.webp`))
  if (!size.upright) return
  const upright = ownUpright ?? (await middleOf(wide))
  for (const width of size.upright) await avif(upright, width, `${name}-upright-${width}`)
}

/** Phones show the middle of a wide picture upright. */
const middleOf = ({ data, info: { height } }) =>
  sharp(data)
    .resize({ width: Math.round(height * UPRIGHT_RATIO), height })
    .toBuffer()

async function avif(picture, width, file) {
  const encoded = sharp(picture).resize(width).avif({ quality: 50, effort: 5, chromaSubsampling: '4:2:0' })
  await encoded.toFile(join(FOLDER, `${file}.avif`))
}

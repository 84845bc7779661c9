import sharp from 'sharp'
import type { Field } from '#imagery/dense/testing/make-field.ts'
import { positionTags } from './photo-flight.ts'

/** The photos of a made field as a drone with corrected positions hands them in. */
export const photosOfField = ({ camera, photos }: Field): Promise<{ name: string; content: Buffer }[]> =>
  Promise.all(
    photos.map(async ({ view, rgb }, at) => {
      const { width, height, lens } = camera
      const content = await sharp(rgb, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 97, chromaSubsampling: '4:4:4' })
        .withExif({
          IFD0: { Make: 'Synthetic', Model: 'Field' },
          IFD2: { FocalLength: `${lens.focal}/100`, FocalPlaneXResolution: '100/1', FocalPlaneResolutionUnit: '4' },
          IFD3: positionTags(view.centre),
        })
        .toBuffer()
      return { name: `FIELD_${String(at).padStart(4, '0')}.JPG`, content }
    }),
  )

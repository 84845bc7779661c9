// Whether each capture of a multispectral rig is whole, and whether the photos can give what is ordered.
import { type ReadPhoto } from '../main-set.ts'
import { type Check, finding, photosText } from './check.ts'

/** Photos that were taken at once, by their tags or by the number in their names. */
export const captureOf = ({ name, photo }: ReadPhoto): string =>
  photo.band?.capture ?? name.match(/\d{3,}/g)?.at(-1) ?? name

/** A picture of several bands is one for viewing. */
export const isSingleBand = ({ photo }: ReadPhoto): boolean =>
  photo.band?.name != null && !photo.band.name.includes(',')

export const bandsOf = (read: readonly ReadPhoto[]): string[] =>
  [...new Set(read.filter(isSingleBand).flatMap(({ photo }) => photo.band?.name ?? []))].sort()

export const bands: Check = ({ read }) => {
  const all = bandsOf(read)
  const captures = [...Map.groupBy(read.filter(isSingleBand), captureOf).values()]
  const broken = captures.filter((photos) => bandsOf(photos).length < all.length)
  if (all.length < 2 || broken.length === 0) return undefined
  const missing = all.filter((band) => broken.some((photos) => !bandsOf(photos).includes(band)))
  return finding({
    id: 'bands',
    severity: 'warn',
    message: `${broken.length.toLocaleString('en')} of ${captures.length.toLocaleString('en')} captures lack a band (${missing.join(', ')}), of ${photosText(broken.flat().length)}. They may be left out. Copy them from the memory card again.`,
    photos: broken.flat(),
  })
}

export const outputs: Check = ({ read, outputs: asked }) => {
  const isAsked = asked.includes('plantFeatures') || asked.includes('heatMaps')
  const isMultispectral = bandsOf(read).some((band) => /nir|near|infrared/i.test(band))
  if (!isAsked || isMultispectral || read.length === 0) return undefined
  return finding({
    id: 'outputs',
    severity: 'inform',
    message:
      'The photos have no near-infrared band, so there is no NDVI. Canopy cover and indices of red, green and blue, such as ExG, GLI and NGRDI, are computed.',
  })
}

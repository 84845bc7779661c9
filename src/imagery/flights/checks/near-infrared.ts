// Whether a camera was converted to near infrared, so that plants are red or purple in its photos.
import { isSingleBand } from './bands.ts'
import { type Check, finding, photosThat } from './check.ts'

/**
 * Of a photo. By daylight, blue is the weakest colour of plants, straw and soil, red soil as well; shadows and roads are at most a third of a
 * field. In water, red is weak. Measured: 12 photos of a converted camera have blue over green in 0.98 of each and more, and no green; 18 of an
 * ordinary one in 0.37 and less.
 */
const CONVERTED = { blueOverGreen: 0.8, greenest: 0.05, cr: -8 }
const SHARE_MIN = 0.5

export const nearInfrared: Check = ({ read }) => {
  const looked = read.filter((one) => !isSingleBand(one) && one.pixels.colours !== null)
  const found = looked.filter(({ pixels: { colours } }) => {
    if (!colours) return false
    const { blueOverGreen, greenest, cr } = colours
    return blueOverGreen >= CONVERTED.blueOverGreen && greenest <= CONVERTED.greenest && cr > CONVERTED.cr
  })
  if (found.length === 0 || found.length < SHARE_MIN * looked.length) return undefined
  return finding({
    id: 'near-infrared',
    severity: 'warn',
    message: `${photosThat(found.length, 'has', 'have')} hardly any green, and more blue than green nearly everywhere, as from a camera that was converted to near infrared: plants are red or purple in them. Canopy cover and indices of red, green and blue will be wrong. Say in the description which camera and filter it is.`,
    photos: found,
  })
}

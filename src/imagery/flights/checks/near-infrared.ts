// Whether a camera was converted to near infrared, so that plants are red or purple in its photos.
import { nearInfraredOf } from '../../photos/pixels/colours.ts'
import { isSingleBand } from './bands.ts'
import { type Check, finding, photosThat } from './check.ts'

export const nearInfrared: Check = ({ read }) => {
  const photos = read.filter((one) => !isSingleBand(one))
  const found = nearInfraredOf(photos.map((one) => ({ ...one, colours: one.pixels.colours })))
  if (found.length === 0) return undefined
  return finding({
    id: 'near-infrared',
    severity: 'warn',
    message: `${photosThat(found.length, 'has', 'have')} hardly any green, and more blue than green nearly everywhere, as from a camera that was converted to near infrared: plants are red or purple in them. Canopy cover and indices of red, green and blue will be wrong. Say in the description which camera and filter it is.`,
    photos: found,
  })
}

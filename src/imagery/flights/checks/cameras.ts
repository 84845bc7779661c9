// Whether all photos come from one camera, with one setting.
import { cameraOf, type ReadPhoto, sizeOf } from '../main-set.ts'
import { type Check, finding, photosText, photosThat } from './check.ts'

/** The names of what groups share, those with the most photos first. */
const largestFirst = <T>(groups: Map<string, T[]>): [name: string, photos: T[]][] =>
  [...groups].sort(([, one], [, other]) => other.length - one.length)

/** Bands of a rig are no different cameras. */
const bodyOf = ({ photo }: ReadPhoto): string => cameraOf({ ...photo, band: null })

export const cameras: Check = ({ read }) => {
  const groups = largestFirst(Map.groupBy(read, bodyOf))
  if (groups.length < 2) return undefined
  const names = groups.map(([name, photos]) => `${name} (${photosText(photos.length)})`).join(', ')
  return finding({
    id: 'cameras',
    severity: 'warn',
    message: `The photos come from ${groups.length} cameras: ${names}. Send the photos of each camera as a request of its own.`,
    photos: groups.slice(1).flatMap(([, photos]) => photos),
  })
}

/** Of each camera, photos in another size, with another zoom or held another way than most. */
export const sizes: Check = ({ read }) => {
  const found = [...Map.groupBy(read, ({ photo }) => cameraOf(photo)).values()].flatMap((photos) => {
    const settings = Map.groupBy(
      photos,
      ({ photo }) => `${sizeOf(photo)} ${photo.lens.focalMillimetres} ${photo.orientation}`,
    )
    return largestFirst(settings)
      .slice(1)
      .flatMap(([, others]) => others)
  })
  if (found.length === 0) return undefined
  return finding({
    id: 'sizes',
    severity: 'warn',
    message: `${photosThat(found.length, 'has', 'have')} another size, zoom or orientation than most of their camera. They may be left out.`,
    photos: found,
  })
}

const ISO_MAX = 800

export const sensitivity: Check = ({ read }) => {
  const found = read.filter(({ photo }) => (photo.exposure.iso ?? 0) > ISO_MAX)
  if (found.length === 0) return undefined
  const message = `${photosThat(found.length, 'was', 'were')} taken with more than ISO ${ISO_MAX}. Noise blurs fine leaves: fly in brighter light.`
  return finding({ id: 'sensitivity', severity: 'warn', message, photos: found })
}

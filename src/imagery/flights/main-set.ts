// The photos that tell how a field was flown: those of one camera, or of one band of a rig, that look down from about one height.
import { naturalOrder } from '#domain/natural-order.ts'
import type { Photo, Position } from '../photos/photo.ts'
import type { ArchivePhoto } from './archive-photos.ts'
import { quantile } from './lines.ts'

export type ReadPhoto = ArchivePhoto & { photo: Photo }
export type PlacedPhoto = ReadPhoto & { photo: Photo & { position: Position } }

export const isRead = (found: ArchivePhoto): found is ReadPhoto => found.photo !== null
export const isPlaced = (found: ReadPhoto): found is PlacedPhoto =>
  found.photo.position !== null && !isNowhere(found.photo.position)

/** A receiver without satellites writes zeros. */
export const isNowhere = ({ lon, lat }: Position): boolean => lon === 0 && lat === 0

/** Photos of a camera in one size; each band of a rig is a camera of its own. */
export const cameraOf = ({ make, model, band }: Photo): string =>
  [withoutRepeat(make, model), band?.name].filter(Boolean).join(', ') || 'Unknown camera'

/** "DJI FC6310", but not "Canon Canon PowerShot". */
const withoutRepeat = (make: string | null, model: string | null): string =>
  model !== null && make !== null && model.startsWith(make) ? model : [make, model].filter(Boolean).join(' ')

export const sizeOf = ({ width, height }: Photo): string =>
  width === null || height === null ? 'unknown size' : `${width} x ${height}`

/** In the order in which they were taken, as far as is known. */
export const inOrder = <T extends ArchivePhoto>(photos: readonly T[]): T[] =>
  photos.toSorted((one, other) => naturalOrder(keyOf(one), keyOf(other)))

const keyOf = ({ photo, name }: ArchivePhoto): string => `${photo?.takenAt ?? ''} ${name}`

/** Above this share below or over the middle height, a photo belongs to take-off, landing or another flight. */
const HEIGHT_SHARE = 0.3
const NADIR_DEGREES = 15

export const isOffHeight = ({ relativeAltitude }: Photo, middle: number): boolean =>
  relativeAltitude !== null && Math.abs(relativeAltitude - middle) > HEIGHT_SHARE * middle

export const isOffNadir = ({ attitude }: Photo): boolean =>
  attitude?.pitch != null && Math.abs(attitude.pitch + 90) > NADIR_DEGREES

/** The middle of what photos say; null where none says it. */
export function middleHeight(photos: readonly ReadPhoto[]): number | null {
  const heights = photos.flatMap(({ photo }) => photo.relativeAltitude ?? []).filter((height) => height > 0)
  return heights.length === 0 ? null : quantile(heights, 0.5)
}

/** Of the camera and size with the most photos, in order; with and without positions. */
export function mainSetOf(photos: readonly ReadPhoto[]): ReadPhoto[] {
  const groups = Map.groupBy(photos, ({ photo }) => `${cameraOf(photo)} ${sizeOf(photo)}`)
  const largest = [...groups.values()].reduce<ReadPhoto[]>(
    (one, other) => (other.length > one.length ? other : one),
    [],
  )
  const middle = middleHeight(largest)
  return inOrder(largest).filter(({ photo }) => !isOffNadir(photo) && (middle === null || !isOffHeight(photo, middle)))
}

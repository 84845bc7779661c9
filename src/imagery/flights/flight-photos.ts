import type { FlightPhoto } from '#domain/flights.ts'
import type { ArchivePhoto } from './archive-photos.ts'
import { cameraOf, inOrder, isNowhere } from './main-set.ts'

/** A row for each photo of an archive, in the order in which they were taken. */
export const flightPhotosOf = (photos: readonly ArchivePhoto[]): FlightPhoto[] =>
  inOrder(photos.filter(({ photo }) => !photo?.isMap)).map(rowOf)

function rowOf({ name, photo, pixels }: ArchivePhoto): FlightPhoto {
  const position = photo?.position && !isNowhere(photo.position) ? photo.position : null
  return {
    name,
    state: photo === null ? 'unreadable' : photo.isDamaged || photo.isCutOff ? 'damaged' : 'read',
    takenAt: photo?.takenAt ?? null,
    lon: position?.lon ?? null,
    lat: position?.lat ?? null,
    altitude: position?.altitude ?? null,
    heightMetres: photo?.relativeAltitude ?? null,
    yaw: photo?.attitude?.yaw ?? null,
    pitch: photo?.attitude?.pitch ?? null,
    roll: photo?.attitude?.roll ?? null,
    camera: photo && (photo.make ?? photo.model) !== null ? cameraOf({ ...photo, band: null }) : null,
    band: photo?.band?.name ?? null,
    exposureSeconds: photo?.exposure.seconds ?? null,
    iso: photo?.exposure.iso ?? null,
    rtkFlag: photo?.rtk?.flag ?? null,
    sharpness: pixels.sharpness,
    brightness: pixels.brightness,
  }
}

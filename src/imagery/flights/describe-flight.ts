// What the photos of an archive say of the flight, and what to mind.
import type { ReportCategory } from '#domain/analyses.ts'
import { CHECK_SEVERITIES, type Flight } from '#domain/flights.ts'
import type { ArchivePhoto } from './archive-photos.ts'
import { bands, bandsOf, outputs } from './checks/bands.ts'
import { cameras, sensitivity, sizes } from './checks/cameras.ts'
import type { Check } from './checks/check.ts'
import { coverage, height, motionBlur, nadir, overlap, resolution, rtk, takeOff } from './checks/course.ts'
import { cutOff, edited, fewPhotos, sameContent, sameNames, unreadable } from './checks/files.ts'
import { altitudes, clock, dates, positions, references } from './checks/places.ts'
import { geometryOf } from './geometry.ts'
import { cameraOf, inOrder, isNowhere, isRead, mainSetOf, middleHeight } from './main-set.ts'

const CHECKS: readonly Check[] = [
  fewPhotos,
  unreadable,
  cutOff,
  positions,
  references,
  overlap,
  height,
  coverage,
  nadir,
  takeOff,
  resolution,
  motionBlur,
  rtk,
  bands,
  cameras,
  sizes,
  dates,
  clock,
  sensitivity,
  edited,
  sameNames,
  sameContent,
  altitudes,
  outputs,
]

type Asked = {
  /** Above the ground, by a person: counts where the photos have none. */
  heightMetres?: number | null
  outputs?: readonly ReportCategory[]
}

export function describeFlight(
  photos: readonly ArchivePhoto[],
  { heightMetres = null, outputs: ordered = [] }: Asked = {},
): Flight {
  const read = inOrder(photos.filter(isRead))
  const main = mainSetOf(read)
  const geometry = geometryOf(main, { ofAll: middleHeight(read), entered: heightMetres })
  const facts = { photos, read, main, geometry, outputs: ordered }
  const times = read.flatMap(({ photo: { takenAt } }) => takenAt ?? []).sort()
  return {
    photos: photos.length,
    readable: read.filter(({ photo }) => !photo.isDamaged).length,
    gsdCm: geometry.gsdCm,
    heightMetres: geometry.heightMetres,
    heightSource: geometry.heightSource,
    frontOverlap: geometry.overlaps?.front?.median ?? null,
    sideOverlap: geometry.overlaps?.side?.median ?? null,
    areaHectares: geometry.coverage?.areaHectares ?? null,
    medianPhotos: geometry.coverage?.medianPhotos ?? null,
    footprintMetres: geometry.footprintMetres,
    cameras: [...Map.groupBy(read, ({ photo }) => cameraOf({ ...photo, band: null }))]
      .map(([name, of]) => ({ name, photos: of.length }))
      .sort((one, other) => other.photos - one.photos),
    takenFrom: times[0] ?? null,
    takenTo: times.at(-1) ?? null,
    bands: bandsOf(read),
    checks: CHECKS.flatMap((check) => check(facts) ?? []).sort(
      (one, other) => CHECK_SEVERITIES.indexOf(one.severity) - CHECK_SEVERITIES.indexOf(other.severity),
    ),
    positions: read.flatMap(({ name, photo: { position, attitude } }) => {
      if (!position || isNowhere(position)) return []
      const { lon, lat, altitude } = position
      return [{ name, lon, lat, altitude, yaw: attitude?.yaw ?? null, pitch: attitude?.pitch ?? null }]
    }),
  }
}

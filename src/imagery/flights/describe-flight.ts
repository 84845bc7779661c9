// What the photos of an archive say of the flight, and what to mind.
import type { ReportCategory } from '#domain/analyses.ts'
import { CHECK_SEVERITIES, type Flight, type FlightAnswers } from '#domain/flights.ts'
import type { ArchiveFile } from '../control-points/control-point-source.ts'
import type { CrsOfEpsg } from '../rasters/crs.ts'
import { NO_OTHER_FILES, type OtherFiles } from './archive-entries.ts'
import type { ArchivePhoto } from './archive-photos.ts'
import { withBandByName } from './band-names.ts'
import { archive, otherFiles } from './checks/archive.ts'
import { bands, bandsOf, indexPictures, irradiance, outputs, panels } from './checks/bands.ts'
import { cameras, sensitivity, sizes } from './checks/cameras.ts'
import type { Check } from './checks/check.ts'
import { controlPoints, controlPointsCrs, controlPointsHeights } from './checks/control-points.ts'
import {
  coverage,
  fixedShareOf,
  height,
  motionBlur,
  nadir,
  overlap,
  resolution,
  rtk,
  takeOff,
} from './checks/course.ts'
import { cutOff, edited, fewPhotos, maps as mapsAmong, sameContent, sameNames, unreadable } from './checks/files.ts'
import { controlPointsMarks, photoPositions, recognisedFiles } from './checks/marks.ts'
import { nearInfrared } from './checks/near-infrared.ts'
import { blur, exposure } from './checks/pixels.ts'
import { altitudes, clock, dates, lowSun, positions, references, twoPlaces } from './checks/places.ts'
import { controlPointsOf } from './control-points.ts'
import { geometryOf } from './geometry.ts'
import { cameraOf, inOrder, isNowhere, isPlaced, isRead, mainSetOf, middleHeight } from './main-set.ts'
import { sunOver } from './sun.ts'

const CHECKS: readonly Check[] = [
  archive,
  mapsAmong,
  fewPhotos,
  unreadable,
  cutOff,
  positions,
  references,
  twoPlaces,
  overlap,
  height,
  coverage,
  nadir,
  takeOff,
  resolution,
  motionBlur,
  blur,
  exposure,
  rtk,
  bands,
  panels,
  irradiance,
  nearInfrared,
  indexPictures,
  cameras,
  sizes,
  dates,
  clock,
  lowSun,
  sensitivity,
  edited,
  sameNames,
  sameContent,
  altitudes,
  outputs,
  controlPointsCrs,
  controlPoints,
  controlPointsHeights,
  controlPointsMarks,
  photoPositions,
  recognisedFiles,
  otherFiles,
]

type Asked = {
  /** Above the ground, by a person: counts where the photos have none. */
  heightMetres?: number | null
  outputs?: readonly ReportCategory[]
  /** Files of the archive that may tell places, and what else is in it. */
  files?: readonly ArchiveFile[]
  others?: OtherFiles
  /** By a person: counts where a file does not say it. */
  controlPointsEpsg?: FlightAnswers['controlPointsEpsg']
  /** Beyond the codes that are known everywhere. */
  crsOfEpsg?: CrsOfEpsg
}

export function describeFlight(
  pictures: readonly ArchivePhoto[],
  {
    heightMetres = null,
    outputs: ordered = [],
    files = [],
    others = NO_OTHER_FILES,
    controlPointsEpsg: entered = [],
    crsOfEpsg,
  }: Asked = {},
): Flight {
  const maps = pictures.filter(({ photo }) => photo?.isMap)
  const photos = pictures.filter(({ photo }) => !photo?.isMap)
  const read = inOrder(photos.filter(isRead).map(withBandByName))
  const set = mainSetOf(read)
  const main = set.filter(isPlaced)
  const geometry = geometryOf(set, { ofAll: middleHeight(read), entered: heightMetres })
  const places = controlPointsOf(files, read, { entered, crsOfEpsg })
  const facts = { photos, maps, read, main, geometry, outputs: ordered, controlPoints: places, others }
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
    sunDegrees: sunOver(read),
    rtkFixedShare: fixedShareOf(read),
    bands: bandsOf(read),
    checks: CHECKS.flatMap((check) => check(facts) ?? []).sort(
      (one, other) => CHECK_SEVERITIES.indexOf(one.severity) - CHECK_SEVERITIES.indexOf(other.severity),
    ),
    positions: read.flatMap(({ name, photo: { position, attitude } }) => {
      if (!position || isNowhere(position)) return []
      const { lon, lat, altitude } = position
      return [{ name, lon, lat, altitude, yaw: attitude?.yaw ?? null, pitch: attitude?.pitch ?? null }]
    }),
    controlPoints: places.files.map(({ found }) => found),
  }
}

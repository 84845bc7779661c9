import { sql } from 'kysely'
import { MAP_MAKER } from '#domain/maps.ts'
import { MODEL_MAKER } from '#domain/models.ts'
import { POINTS_MAKER } from '#domain/point-clouds.ts'
import { PREVIEW_MAKER, PREVIEW_SIDES } from '#domain/reports.ts'
import { defineFileJob } from './file-job.ts'

// What is made of a file lies under its content, and can be thrown away: it is made again.

export const previewKey = (sha256: string, side: number): string =>
  `derived/${sha256}/preview-${PREVIEW_MAKER}-${side}.webp`

/** The copy of a map for viewing; rounded for elevation. */
export const viewCopyKey = (sha256: string, isRounded: boolean): string =>
  `derived/${sha256}/map-${MAP_MAKER}${isRounded ? '-rounded' : ''}.tif`

/** Small, for an email. */
export const mapPictureKey = (sha256: string): string => `derived/${sha256}/map-${MAP_MAKER}.jpg`

/** The thinned points of a point cloud. */
export const pointsKey = (sha256: string): string => `derived/${sha256}/points-${POINTS_MAKER}.bin`

/** The copy of a 3D model without compression. */
export const unpackedModelKey = (sha256: string): string => `derived/${sha256}/model-${MODEL_MAKER}.glb`

export const derivedKeys = (sha256: string): string[] => [
  ...PREVIEW_SIDES.map((side) => previewKey(sha256, side)),
  viewCopyKey(sha256, false),
  viewCopyKey(sha256, true),
  mapPictureKey(sha256),
  pointsKey(sha256),
  unpackedModelKey(sha256),
]

/** A column for queries on flights and analyses: it was looked at with what people say of it now. */
export const hasAnswers = sql<boolean>`flights.answers is not distinct from analyses.flight_answers`

/** Looks at the photos of an archive. */
export const describeFlightJob = defineFileJob({
  name: 'describe-flight',
  lane: 'maps',
  // What people say of the flight may have changed meanwhile.
  whileRunning: 'run-again',
})

/** Looks at a report file as a map, and makes its copy for viewing. */
export const prepareMapJob = defineFileJob({
  name: 'prepare-map',
  lane: 'maps',
  whileRunning: 'run-again',
})

/** Thins the points of a point cloud for a viewer. */
export const preparePointsJob = defineFileJob({
  name: 'prepare-points',
  lane: 'maps',
  whileRunning: 'ignore',
})

/** Looks for compression in a GLB, and makes its copy without. */
export const prepareModelJob = defineFileJob({
  name: 'prepare-model',
  lane: 'maps',
  whileRunning: 'ignore',
})

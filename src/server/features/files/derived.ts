import { z } from 'zod'
import { MAP_MAKER } from '#domain/maps.ts'
import { MODEL_MAKER } from '#domain/models.ts'
import { POINTS_MAKER } from '#domain/point-clouds.ts'
import { PREVIEW_MAKER, PREVIEW_SIDES } from '#domain/reports.ts'
import { defineJob } from '../../adapters/queue/queue.ts'

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

/** Looks at the photos of an archive. */
export const describeFlightJob = defineJob({
  name: 'describe-flight',
  payload: z.object({ fileId: z.string() }),
  lane: 'maps',
  // What people say of the flight may have changed meanwhile.
  subject: { of: ({ fileId }) => fileId, whileRunning: 'run-again' },
  isTracked: true,
})

/** Looks at a report file as a map, and makes its copy for viewing. */
export const prepareMapJob = defineJob({
  name: 'prepare-map',
  payload: z.object({ fileId: z.string() }),
  lane: 'maps',
  subject: { of: ({ fileId }) => fileId, whileRunning: 'run-again' },
  isTracked: true,
})

/** Thins the points of a point cloud for a viewer. */
export const preparePointsJob = defineJob({
  name: 'prepare-points',
  payload: z.object({ fileId: z.string() }),
  lane: 'maps',
  subject: { of: ({ fileId }) => fileId, whileRunning: 'ignore' },
  isTracked: true,
})

/** Looks for compression in a GLB, and makes its copy without. */
export const prepareModelJob = defineJob({
  name: 'prepare-model',
  payload: z.object({ fileId: z.string() }),
  lane: 'maps',
  subject: { of: ({ fileId }) => fileId, whileRunning: 'ignore' },
  isTracked: true,
})

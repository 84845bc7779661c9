import { z } from 'zod'
import { CONTROL_POINT_FILES_MAX, FLIGHT_HEIGHT } from '#domain/flights.ts'
import { KiB } from '#domain/units.ts'

const { min, max } = FLIGHT_HEIGHT
const HEIGHT_RANGE = `The height above the ground is ${min} to ${max} m`

/** What people say of a flight where its photos say nothing. */
export const flightAnswers = z.object({
  heightMetres: z.nullable(z.number().min(min, HEIGHT_RANGE).max(max, HEIGHT_RANGE)).meta({
    description: 'Above the ground. It counts where the photos have none',
  }),
  controlPointsEpsg: z
    .array(z.object({ file: z.string().min(1).max(500), epsg: z.int().min(1024).max(32_766) }))
    .max(CONTROL_POINT_FILES_MAX, `At most ${CONTROL_POINT_FILES_MAX} files of ground control points`)
    .meta({ description: 'The coordinate systems of files of ground control points, by their names in the archive' }),
})

/** For as many files as there may be, with names of characters of six bytes in JSON. */
export const FLIGHT_ANSWERS_BYTES_MAX = KiB(160)

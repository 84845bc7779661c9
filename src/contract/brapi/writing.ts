// What breeding databases and phones write. Fields of the standard that we have no place for are taken, and not kept.
import { z } from 'zod'
import {
  CROP_MAX,
  OWN_NAME_MAX,
  OWN_TEXT_MAX,
  OWN_UNIT_MAX,
  PLOT_ID_MAX,
  PLOT_TEXT_MAX,
  TRIAL_NAME_MAX,
} from '#domain/trials.ts'
import { MiB } from '#domain/units.ts'
import { endpoint } from '../endpoint.ts'
import { list, one, read, word } from './answers.ts'
import { brapiObservation, brapiStudy, brapiUnit, brapiVariable } from './rows.ts'

/** Of one call; a client sends the rest in further ones. */
const STUDIES_MAX = 50
const VARIABLES_MAX = 200
const UNITS_MAX = 1000
const OBSERVATIONS_MAX = 2000

const text = (max: number) => z.string().trim().min(1).max(max, `At most ${max} characters`)
const timestamp = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d\d-\d\d/, 'This is not a date')

const study = z.object({
  studyName: text(TRIAL_NAME_MAX),
  trialDbId: word.nullish(),
  commonCropName: text(CROP_MAX).nullish(),
  startDate: timestamp.nullish().meta({ description: 'The day of planting' }),
})
export type WrittenStudy = z.output<typeof study>

const position = z.object({
  positionCoordinateX: text(PLOT_TEXT_MAX).nullish(),
  positionCoordinateXType: word.nullish(),
  positionCoordinateY: text(PLOT_TEXT_MAX).nullish(),
  positionCoordinateYType: word.nullish(),
  entryType: text(PLOT_TEXT_MAX).nullish(),
  observationLevel: z.object({ levelName: word.nullish(), levelCode: word.nullish() }).nullish(),
  observationLevelRelationships: z
    .array(z.object({ levelName: word.nullish(), levelCode: text(PLOT_TEXT_MAX).nullish() }))
    .max(20)
    .nullish(),
  geoCoordinates: z.object({ geometry: z.object({ type: word, coordinates: z.unknown() }).nullish() }).nullish(),
})

const unit = z.object({
  studyDbId: word.min(1),
  observationUnitName: text(PLOT_ID_MAX),
  germplasmName: text(PLOT_TEXT_MAX).nullish(),
  germplasmDbId: text(PLOT_TEXT_MAX).nullish(),
  observationUnitPosition: position.nullish(),
})
export type WrittenUnit = z.output<typeof unit>

const variable = z.object({
  observationVariableName: text(OWN_NAME_MAX),
  scale: z.object({ dataType: word.nullish(), units: text(OWN_UNIT_MAX).nullish() }).nullish(),
})
export type WrittenVariable = z.output<typeof variable>

const observed = z.object({
  observationUnitDbId: word.nullish(),
  observationVariableDbId: word.nullish(),
  observationTimeStamp: timestamp.nullish(),
  value: z
    .string()
    .trim()
    .max(OWN_TEXT_MAX, `At most ${OWN_TEXT_MAX} characters`)
    .nullish()
    .meta({ description: 'Empty or null takes it away' }),
})
export type WrittenObservation = z.output<typeof observed>

const write = { ...read, limit: 'trial', bodyBytesMax: MiB(1) } as const

export const brapiWriting = {
  brapiMakeStudies: endpoint({
    ...write,
    method: 'POST',
    path: '/studies',
    summary: 'BrAPI: make trials; one of the same name in the same project is answered as it is',
    body: z.array(study).min(1).max(STUDIES_MAX),
    reply: list(brapiStudy),
    errors: [404, 409],
  }),
  brapiMakeUnits: endpoint({
    ...write,
    method: 'POST',
    path: '/observationunits',
    summary: 'BrAPI: make plots, each with its outline as a Polygon; one that is there is answered as it is',
    body: z.array(unit).min(1).max(UNITS_MAX),
    bodyBytesMax: MiB(2),
    reply: list(brapiUnit),
    errors: [404, 409, 413, 429, 503, 507],
  }),
  brapiMakeVariables: endpoint({
    ...write,
    method: 'POST',
    path: '/variables',
    summary: 'BrAPI: make variables, of which observations can be sent; one that is there is answered as it is',
    body: z.array(variable).min(1).max(VARIABLES_MAX),
    reply: list(brapiVariable),
    errors: [409],
  }),
  brapiMakeObservations: endpoint({
    ...write,
    method: 'POST',
    path: '/observations',
    summary: 'BrAPI: send scores, which become own columns of trials by variable and day. All are saved, or none',
    body: z.array(observed).min(1).max(OBSERVATIONS_MAX),
    reply: list(brapiObservation),
    errors: [404, 409],
  }),
  brapiChangeObservations: endpoint({
    ...write,
    method: 'PUT',
    path: '/observations',
    summary: 'BrAPI: change scores, by their ids. All are saved, or none',
    body: z.record(word, observed).refine((all) => Object.keys(all).length <= OBSERVATIONS_MAX, {
      error: `At most ${OBSERVATIONS_MAX} at once`,
    }),
    reply: list(brapiObservation),
    errors: [404, 409],
  }),
  brapiChangeObservation: endpoint({
    ...write,
    method: 'PUT',
    path: '/observations/{observationDbId}',
    summary: 'BrAPI: change a score',
    query: z.object({ observationDbId: word.min(1) }),
    body: observed,
    reply: one(brapiObservation),
    errors: [404, 409],
  }),
}

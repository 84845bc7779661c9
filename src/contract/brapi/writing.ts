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
import { brapiImage, brapiObservation, brapiStudy, brapiUnit, brapiVariable } from './rows.ts'

/** Of one call; a client sends the rest in further ones. */
const STUDIES_MAX = 50
const VARIABLES_MAX = 200
const UNITS_MAX = 400
const OBSERVATIONS_MAX = 500
const IMAGES_MAX = 100
/** Of the file of a photo. */
const IMAGE_BYTES_MAX = MiB(15)

const text = (max: number) => z.string().trim().min(1).max(max, `At most ${max} characters`)
/** The standard has times; the day is what we keep. */
const timestamp = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d\d-\d\d/, 'This is not a date')
  .refine((time) => z.iso.date().safeParse(time.slice(0, 10)).success, 'This is not a date')

const study = z.object({
  studyName: text(TRIAL_NAME_MAX),
  trialDbId: word.nullish(),
  commonCropName: text(CROP_MAX).nullish(),
  startDate: timestamp.nullish().meta({ description: 'The day of planting' }),
})
export type WrittenStudy = z.output<typeof study>

/** Of a level or an axis, of which the standard has a few. */
const kind = z.string().max(30)
const code = text(PLOT_TEXT_MAX).nullish()
const ring = z.array(z.array(z.number()).min(2).max(3)).max(50)
const polygon = z.array(ring).max(2)
const geometry = z.object({
  type: kind,
  coordinates: z.union([z.array(polygon).max(2), polygon, z.array(z.number()).max(3)], {
    error: 'This is no Polygon of up to 50 corners',
  }),
})

const position = z.object({
  positionCoordinateX: code,
  positionCoordinateXType: kind.nullish(),
  positionCoordinateY: code,
  positionCoordinateYType: kind.nullish(),
  entryType: code,
  observationLevelRelationships: z
    .array(z.object({ levelName: kind.nullish(), levelCode: code }))
    .max(5)
    .nullish(),
  geoCoordinates: z.object({ geometry: geometry.nullish() }).nullish(),
})

const unit = z.object({
  studyDbId: word.min(1),
  observationUnitName: text(PLOT_ID_MAX),
  germplasmName: code,
  germplasmDbId: code,
  observationUnitPosition: position.nullish(),
})
export type WrittenUnit = z.output<typeof unit>

const variable = z.object({
  observationVariableName: text(OWN_NAME_MAX),
  scale: z.object({ dataType: word.nullish(), units: text(OWN_UNIT_MAX).nullish() }).nullish(),
})
export type WrittenVariable = z.output<typeof variable>

/** The ids that a client knows its scores by. It finds them by these in the answer. */
const given = z.string().max(150, 'At most 150 characters').nullish()
const references = z
  .array(z.object({ referenceId: given, referenceID: given, referenceSource: given }))
  .max(6)
  .nullish()

const observed = z.object({
  observationUnitDbId: word.nullish(),
  observationVariableDbId: word.nullish(),
  observationTimeStamp: timestamp.nullish(),
  value: z
    .string()
    .trim()
    .max(OWN_TEXT_MAX, `At most ${OWN_TEXT_MAX} characters`)
    .nullish()
    .meta({ description: 'Empty or null takes it away, and NA a number or a date' }),
  externalReferences: references,
})
export type WrittenObservation = z.output<typeof observed>

const imageName = z.string().min(1).max(200, 'At most 200 characters').nullish()
const image = z.object({
  observationUnitDbId: word.nullish(),
  imageName,
  imageFileName: imageName,
  imageTimeStamp: timestamp.nullish(),
})
export type WrittenImage = z.output<typeof image>

const ofImage = z.object({ imageDbId: word.min(1) })

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
    bodyBytesMax: MiB(12),
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
    bodyBytesMax: MiB(11),
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
    bodyBytesMax: MiB(12),
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
  brapiMakeImages: endpoint({
    ...write,
    method: 'POST',
    path: '/images',
    summary:
      'BrAPI: announce photos of plots, whose contents follow one by one. One of the same plot, file name and time is answered as it is',
    body: z.array(image).min(1).max(IMAGES_MAX),
    limit: 'completion',
    reply: list(brapiImage),
    errors: [404, 409],
  }),
  brapiChangeImage: endpoint({
    ...write,
    method: 'PUT',
    path: '/images/{imageDbId}',
    summary: 'BrAPI: change the names and the time of a photo of a plot',
    query: ofImage,
    body: image,
    limit: 'completion',
    reply: one(brapiImage),
    errors: [404, 409],
  }),
  brapiSaveImageContent: endpoint({
    ...write,
    method: 'PUT',
    path: '/images/{imageDbId}/imagecontent',
    summary:
      'BrAPI: the file of a photo of a plot, a JPEG, PNG, WebP or TIFF. It is kept as a WebP of at most 2,048 pixels, without what the file says of place and camera',
    query: ofImage,
    encoding: 'image',
    bodyBytesMax: IMAGE_BYTES_MAX,
    isReadByWorker: true,
    limit: 'completion',
    reply: one(brapiImage),
    errors: [404, 409, 413, 503],
  }),
}

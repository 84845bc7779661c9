// The Breeding API, version 2.1: what breeding databases read of trials. https://brapi.org
import { z } from 'zod'
import { PLOT_TEXT_MAX } from '#domain/trials.ts'
import { BRAPI_PREFIX, endpoint, id, timestamp } from './endpoint.ts'

export const BRAPI_PAGE_SIZE_MAX = 1000

const wholeNumber = ({ min, max, fallback }: { min: number; max: number; fallback: number }) =>
  z
    .string()
    .regex(/^\d{1,7}$/, 'This is not a whole number')
    .transform(Number)
    .pipe(z.int().min(min, `At least ${min}`).max(max, `At most ${max}`))
    .default(fallback)
    .meta({ type: 'integer', minimum: min, maximum: max, default: fallback })

const paging = {
  page: wholeNumber({ min: 0, max: 1_000_000, fallback: 0 }),
  // A client that asks for more gets the largest page, and reads from the reply how many pages there are.
  pageSize: wholeNumber({ min: 1, max: 9_999_999, fallback: BRAPI_PAGE_SIZE_MAX }).transform((size) =>
    Math.min(size, BRAPI_PAGE_SIZE_MAX),
  ),
}

/** A filter that we do not know is refused: without it, a client would take the whole for the part that it asked for. */
const only = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `This call does not know ${issue.keys.join(', ').slice(0, 200)}. It knows ${Object.keys(shape).join(', ') || 'no parameters'}`
        : undefined,
  })

const word = z.string().min(1).max(200).optional()

const filters = {
  commonCropName: word,
  programDbId: id.optional(),
  trialDbId: word,
  trialName: word,
  studyDbId: id.optional(),
  locationDbId: word,
  active: z.enum(['true', 'false']).optional().meta({ description: 'All are active' }),
}

/** Levels that the standard knows. */
const unitLevel = z
  .string()
  .regex(/^\w{1,40}$/, 'This is not the name of a level')
  .optional()
  .meta({ description: '‘plot’ when left out; ‘entry’ has the genotypes with their means' })

/** A trial and a plot or a genotype. */
const unitId = z
  .string()
  .min(1)
  .max(40 + PLOT_TEXT_MAX + 10)
  .optional()

const ofUnits = {
  observationUnitDbId: unitId,
  observationUnitName: word,
  observationUnitLevelName: unitLevel,
  observationUnitLevelCode: word,
  germplasmDbId: word,
  germplasmName: word,
}
const variableId = z
  .string()
  .regex(/^\w{1,60}$/, 'This is not the id of a variable')
  .optional()

const metadata = z.object({
  datafiles: z.array(z.string()),
  status: z.array(z.object({ message: z.string(), messageType: z.literal('INFO') })),
  pagination: z.object({
    currentPage: z.int(),
    pageSize: z.int(),
    totalCount: z.int(),
    totalPages: z.int(),
  }),
})
const one = <Result extends z.ZodType>(result: Result) => z.object({ metadata, result })
const list = <Row extends z.ZodType>(row: Row) => one(z.object({ data: z.array(row) }))

const season = z.object({ seasonDbId: z.string(), seasonName: z.string(), year: z.int() })
const level = z.object({ levelName: z.string(), levelOrder: z.int(), levelCode: z.string() })
const place = z.object({ type: z.literal('Feature'), geometry: z.object({ type: z.string(), coordinates: z.any() }) })
const reference = z.object({ referenceId: z.string(), referenceSource: z.string() })
const texts = z.record(z.string(), z.string())

const program = z.object({ programDbId: z.string(), programName: z.string() })

export const brapiTrial = z.object({
  trialDbId: z.string(),
  trialName: z.string(),
  active: z.boolean(),
  startDate: z.iso.date().optional(),
  ...program.shape,
})

export const brapiStudy = z.object({
  studyDbId: z.string(),
  studyName: z.string(),
  studyType: z.literal('Field trial'),
  active: z.boolean(),
  commonCropName: z.string().optional(),
  seasons: z.array(z.string()),
  startDate: timestamp.optional(),
  trialDbId: z.string(),
  trialName: z.string(),
  locationDbId: z.string(),
  locationName: z.string(),
  observationVariableDbIds: z.array(z.string()),
  externalReferences: z.array(reference),
})

export const brapiUnit = z.object({
  observationUnitDbId: z.string(),
  observationUnitName: z.string(),
  observationUnitPUI: z.string(),
  studyDbId: z.string(),
  studyName: z.string(),
  germplasmDbId: z.string().optional(),
  germplasmName: z.string().optional(),
  observationUnitPosition: z.object({
    observationLevel: level,
    observationLevelRelationships: z.array(level),
    entryType: z.enum(['CHECK', 'TEST', 'FILLER']).optional(),
    positionCoordinateX: z.string().optional(),
    positionCoordinateXType: z.literal('GRID_COL').optional(),
    positionCoordinateY: z.string().optional(),
    positionCoordinateYType: z.literal('GRID_ROW').optional(),
    geoCoordinates: place.optional(),
  }),
  treatments: z.array(z.object({ factor: z.string(), modality: z.string() })),
  additionalInfo: texts,
  externalReferences: z.array(reference),
})

export const brapiVariable = z.object({
  observationVariableDbId: z.string(),
  observationVariableName: z.string(),
  commonCropName: z.string().optional(),
  trait: z.object({
    traitDbId: z.string(),
    traitName: z.string(),
    traitClass: z.string(),
    entity: z.enum(['canopy', 'plot']),
  }),
  method: z.object({
    methodDbId: z.string(),
    methodName: z.string(),
    methodClass: z.enum(['Measurement', 'Observation', 'Computation']),
    formula: z.string().optional(),
    bibliographicalReference: z.string().optional(),
  }),
  scale: z.object({
    scaleDbId: z.string(),
    scaleName: z.string(),
    dataType: z.enum(['Numerical', 'Date', 'Text']),
    units: z.string().optional(),
  }),
})

export const brapiObservation = z.object({
  observationDbId: z.string(),
  observationUnitDbId: z.string(),
  observationUnitName: z.string(),
  observationVariableDbId: z.string(),
  observationVariableName: z.string(),
  observationTimeStamp: timestamp.optional().meta({ description: 'Left out where no date is known' }),
  studyDbId: z.string(),
  season,
  germplasmDbId: z.string().optional(),
  germplasmName: z.string().optional(),
  collector: z.string(),
  value: z.string().optional().meta({ description: 'Left out where nothing could be measured' }),
  additionalInfo: texts,
})

export const brapiImage = z.object({
  imageDbId: z.string(),
  imageName: z.string(),
  imageFileName: z.string(),
  imageTimeStamp: timestamp,
  imageURL: z.string().optional(),
  mimeType: z.literal('image/webp'),
  imageLocation: place.optional(),
  additionalInfo: texts,
})

const read = {
  tag: 'brapi',
  method: 'GET',
  prefix: BRAPI_PREFIX,
  access: 'customer-or-admin',
  limit: 'general',
  answers: 'bare',
  success: 'Loaded',
} as const

export const brapi = {
  brapiServerInfo: endpoint({
    ...read,
    path: '/serverinfo',
    query: only({ dataType: word.meta({ description: 'The calls that answer in this format' }) }),
    summary: 'BrAPI: which calls this server has',
    reply: one(
      z.object({
        serverName: z.string(),
        organizationName: z.string(),
        documentationURL: z.string(),
        calls: z.array(
          z.object({
            service: z.string(),
            methods: z.array(z.literal('GET')),
            contentTypes: z.array(z.literal('application/json')),
            versions: z.array(z.literal('2.1')),
          }),
        ),
      }),
    ),
  }),
  brapiCommonCropNames: endpoint({
    ...read,
    path: '/commoncropnames',
    summary: 'BrAPI: the crops of trials',
    query: only(paging),
    reply: list(z.string()),
  }),
  brapiPrograms: endpoint({
    ...read,
    path: '/programs',
    summary: 'BrAPI: the customers of trials as programs',
    query: only({
      ...paging,
      commonCropName: filters.commonCropName,
      programDbId: filters.programDbId,
      programName: word,
    }),
    reply: list(program),
  }),
  brapiTrials: endpoint({
    ...read,
    path: '/trials',
    summary: 'BrAPI: a project of a customer as a trial; a trial without a project is one, too',
    query: only({ ...paging, ...filters }),
    reply: list(brapiTrial),
  }),
  brapiStudies: endpoint({
    ...read,
    path: '/studies',
    summary: 'BrAPI: trials as studies',
    query: only({ ...paging, ...filters, studyName: word, seasonDbId: word, studyType: word }),
    reply: list(brapiStudy),
    errors: [404],
  }),
  brapiSeasons: endpoint({
    ...read,
    path: '/seasons',
    summary: 'BrAPI: the years of trials',
    query: only(paging),
    reply: list(season),
  }),
  brapiObservationLevels: endpoint({
    ...read,
    path: '/observationlevels',
    summary: 'BrAPI: the levels of observation units; values are of plots, means of genotypes are of entries',
    query: only(paging),
    reply: list(level.omit({ levelCode: true })),
  }),
  brapiObservationUnits: endpoint({
    ...read,
    path: '/observationunits',
    limit: 'trial',
    summary:
      'BrAPI: plots as observation units, of the newest version of the plots of a trial, or its genotypes as entries',
    query: only({ ...paging, studyDbId: id, ...ofUnits }),
    reply: list(brapiUnit),
    errors: [404],
  }),
  brapiVariables: endpoint({
    ...read,
    path: '/variables',
    summary:
      'BrAPI: those of a trial, with means of genotypes (Computation); without one, the traits that can be measured, and formulas and own ' +
      'columns of all trials that the caller may see',
    query: only({ ...paging, studyDbId: id.optional(), observationVariableDbId: variableId }),
    reply: list(brapiVariable),
    errors: [404],
  }),
  brapiObservations: endpoint({
    ...read,
    path: '/observations',
    limit: 'trial',
    summary:
      'BrAPI: a value for each plot, flight and trait of the newest measurement of a trial, and of its own columns. At the level ' +
      '‘entry’, a mean for each genotype in place of each plot, by the default model, with standard error and letters',
    query: only({
      ...paging,
      studyDbId: id,
      ...ofUnits,
      observationVariableDbId: variableId,
      observationTimeStampRangeStart: timestamp.optional(),
      observationTimeStampRangeEnd: timestamp.optional(),
    }),
    reply: list(brapiObservation),
    errors: [404, 413, 503],
  }),
  brapiObservationTable: endpoint({
    ...read,
    path: '/observations/table',
    limit: 'trial',
    summary: 'BrAPI: the newest measurement of a trial and its own columns as a table, a row for each plot and date',
    query: only({ ...paging, studyDbId: id }),
    reply: one(
      z.object({
        headerRow: z.array(z.string()),
        observationVariables: z.array(
          z.object({ observationVariableDbId: z.string(), observationVariableName: z.string() }),
        ),
        data: z.array(z.array(z.string())),
      }),
    ),
    errors: [404],
  }),
  brapiImages: endpoint({
    ...read,
    path: '/images',
    summary: 'BrAPI: a picture of the orthomosaic of each flight',
    query: only({ ...paging, studyDbId: id }),
    reply: list(brapiImage),
    errors: [404],
  }),
}

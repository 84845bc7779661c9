// The Breeding API, version 2.1: what breeding databases read of trials. https://brapi.org
import { z } from 'zod'
import { KiB } from '#domain/units.ts'
import { endpoint } from '../endpoint.ts'
import { list, one, read, word } from './answers.ts'
import { type Noun, PARAMETERS } from './parameters.ts'
import {
  brapiEvent,
  brapiGermplasm,
  brapiImage,
  brapiLevel,
  brapiLocation,
  brapiMethod,
  brapiObservation,
  brapiProgram,
  brapiScale,
  brapiSeason,
  brapiStudy,
  brapiTrait,
  brapiTrial,
  brapiUnit,
  brapiVariable,
} from './rows.ts'
import { brapiWriting } from './writing.ts'

export const BRAPI_PAGE_SIZE_MAX = 1000
/** Values of a search, each of which is compared. */
export const BRAPI_VALUES_MAX = 20_000

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/, 'This is not a whole number')
    .transform(Number)
    .pipe(z.int().min(min, `At least ${min}`).max(max, `At most ${max}`))

const PAGE_MAX = 1_000_000
const page = wholeNumber(0, PAGE_MAX).meta({ type: 'integer', minimum: 0, maximum: PAGE_MAX })
/** A client that asks for more gets the largest page, and reads from the reply how many pages there are. */
const PAGE_SIZE_ASKED_MAX = 9_999_999
const pageSize = wholeNumber(1, PAGE_SIZE_ASKED_MAX)
  .transform((size) => Math.min(size, BRAPI_PAGE_SIZE_MAX))
  .meta({ type: 'integer', minimum: 1, maximum: PAGE_SIZE_ASKED_MAX })

const paging = { page: page.default(0), pageSize: pageSize.default(BRAPI_PAGE_SIZE_MAX) }

/** What we do not know is taken, and named in the answer. */
const asked = (noun: Noun, shape: z.ZodRawShape = paging) =>
  z.object({ ...shape, ...Object.fromEntries(PARAMETERS[noun].map((name) => [name, word.optional()])) }).catchall(word)

/** Lists of these may read values of thousands of plots. */
const COSTLY: readonly Noun[] = ['germplasm', 'observationunits', 'observations']
const limitOf = (noun: Noun) => (COSTLY.includes(noun) ? 'trial' : 'general')

const listOf = <Row extends z.ZodType>(noun: Noun, row: Row, summary: string) =>
  endpoint({
    ...read,
    limit: limitOf(noun),
    path: `/${noun}`,
    summary: `BrAPI: ${summary}`,
    query: asked(noun),
    reply: list(row),
    errors: [413, 503],
  })

const oneOf = <Row extends z.ZodType>(noun: Noun, id: string, row: Row) =>
  endpoint({
    ...read,
    limit: limitOf(noun),
    path: `/${noun}/{${id}}`,
    summary: `BrAPI: one of ${noun}`,
    query: z.object({ [id]: word.min(1) }).catchall(word),
    reply: one(row),
    errors: [404, 413, 503],
  })

const searchOf = (noun: Noun) =>
  endpoint({
    ...read,
    method: 'POST',
    least: 'viewer',
    limit: 'trial',
    path: `/search/${noun}`,
    summary: `BrAPI: search ${noun}; the answer has an id, with which the results are read for a day`,
    body: z
      .looseObject({
        page: z.int().min(0).max(PAGE_MAX).default(0),
        pageSize: z.int().min(1).default(BRAPI_PAGE_SIZE_MAX),
      })
      .meta({ description: `Lists of values, with the names of the standard: ${PARAMETERS[noun].join(', ')}` }),
    bodyBytesMax: KiB(512),
    reply: one(z.object({ searchResultsDbId: z.string() })),
    status: 202,
  })

const foundOf = <Row extends z.ZodType>(noun: Noun, row: Row) =>
  endpoint({
    ...read,
    limit: 'trial',
    path: `/search/${noun}/{searchResultsDbId}`,
    summary: `BrAPI: what a search of ${noun} finds now`,
    query: z
      .object({
        searchResultsDbId: word.min(1),
        page: page.optional(),
        pageSize: pageSize.optional(),
      })
      .catchall(word),
    reply: list(row),
    errors: [404, 413, 503],
  })

const tableOf = (noun: Noun, path: string, summary: string) =>
  endpoint({
    ...read,
    answers: 'bare-table',
    limit: 'trial',
    path,
    summary: `BrAPI: ${summary}; page by page, or whole with Accept: text/csv or text/tsv`,
    query: asked(noun),
    reply: one(
      z.object({
        headerRow: z.array(z.string()),
        observationVariables: z.array(
          z.object({ observationVariableDbId: z.string(), observationVariableName: z.string() }),
        ),
        data: z.array(z.array(z.string())),
      }),
    ),
    errors: [413, 503],
  })

export const brapi = {
  ...brapiWriting,
  brapiServerInfo: endpoint({
    ...read,
    access: 'public',
    limit: 'general',
    path: '/serverinfo',
    query: z.object({ dataType: word.optional(), contentType: word.optional() }).catchall(word),
    summary: 'BrAPI: which calls this server has',
    reply: one(
      z.object({
        serverName: z.string(),
        organizationName: z.string(),
        documentationURL: z.string(),
        calls: z.array(
          z.object({
            service: z.string(),
            methods: z.array(z.enum(['GET', 'POST', 'PUT'])),
            contentTypes: z.array(z.string()),
            versions: z.array(z.literal('2.1')),
          }),
        ),
      }),
    ),
  }),
  brapiCommonCropNames: listOf('commoncropnames', z.string(), 'the crops of trials'),
  brapiStudyTypes: listOf('studytypes', z.string(), 'the one kind of study'),

  brapiPrograms: listOf('programs', brapiProgram, 'the customers of trials as programs'),
  brapiProgram: oneOf('programs', 'programDbId', brapiProgram),
  brapiSearchPrograms: searchOf('programs'),
  brapiFoundPrograms: foundOf('programs', brapiProgram),

  brapiTrials: listOf('trials', brapiTrial, 'a project as a trial; a trial without a project is one, too'),
  brapiTrial: oneOf('trials', 'trialDbId', brapiTrial),
  brapiSearchTrials: searchOf('trials'),
  brapiFoundTrials: foundOf('trials', brapiTrial),

  brapiStudies: listOf('studies', brapiStudy, 'trials as studies'),
  brapiStudy: oneOf('studies', 'studyDbId', brapiStudy),
  brapiSearchStudies: searchOf('studies'),
  brapiFoundStudies: foundOf('studies', brapiStudy),

  brapiSeasons: listOf('seasons', brapiSeason, 'the years of trials'),
  brapiSeason: oneOf('seasons', 'seasonDbId', brapiSeason),

  brapiLocations: listOf('locations', brapiLocation, 'the field of each trial'),
  brapiLocation: oneOf('locations', 'locationDbId', brapiLocation),
  brapiSearchLocations: searchOf('locations'),
  brapiFoundLocations: foundOf('locations', brapiLocation),

  brapiGermplasms: listOf('germplasm', brapiGermplasm, 'genotypes of plots, by their names'),
  brapiGermplasm: oneOf('germplasm', 'germplasmDbId', brapiGermplasm),
  brapiSearchGermplasm: searchOf('germplasm'),
  brapiFoundGermplasm: foundOf('germplasm', brapiGermplasm),

  brapiObservationLevels: listOf(
    'observationlevels',
    brapiLevel.omit({ levelCode: true }),
    'the levels of observation units; values are of plots, means of genotypes are of entries',
  ),
  brapiObservationUnits: listOf(
    'observationunits',
    brapiUnit,
    'plots as observation units, of the newest version of the plots of a trial, or its genotypes as entries',
  ),
  brapiObservationUnit: oneOf('observationunits', 'observationUnitDbId', brapiUnit),
  brapiSearchObservationUnits: searchOf('observationunits'),
  brapiFoundObservationUnits: foundOf('observationunits', brapiUnit),
  brapiObservationUnitTable: tableOf(
    'observationunits',
    '/observationunits/table',
    'a row for each plot, with the newest value of each variable',
  ),

  brapiVariables: listOf(
    'variables',
    brapiVariable,
    'those of a trial, with means of genotypes (Computation); without one, the traits that can be measured, and formulas and own ' +
      'columns of all trials that the caller may see',
  ),
  brapiVariable: oneOf('variables', 'observationVariableDbId', brapiVariable),
  brapiSearchVariables: searchOf('variables'),
  brapiFoundVariables: foundOf('variables', brapiVariable),
  brapiTraits: listOf('traits', brapiTrait, 'what variables are about'),
  brapiTrait: oneOf('traits', 'traitDbId', brapiTrait),
  brapiScales: listOf('scales', brapiScale, 'units of variables'),
  brapiScale: oneOf('scales', 'scaleDbId', brapiScale),
  brapiMethods: listOf('methods', brapiMethod, 'how variables are measured'),
  brapiMethod: oneOf('methods', 'methodDbId', brapiMethod),

  brapiObservations: listOf(
    'observations',
    brapiObservation,
    'a value for each plot, flight and trait of the newest measurement of a trial, and of its own columns. At the level ' +
      '‘entry’, a mean for each genotype in place of each plot, by the default model, with standard error and letters',
  ),
  brapiObservation: oneOf('observations', 'observationDbId', brapiObservation),
  brapiSearchObservations: searchOf('observations'),
  brapiFoundObservations: foundOf('observations', brapiObservation),
  brapiObservationTable: tableOf(
    'observations',
    '/observations/table',
    'the newest measurement of a trial and its own columns, a row for each plot and date',
  ),

  brapiImages: listOf('images', brapiImage, 'a picture of the orthomosaic of each flight, and photos of plots'),
  brapiImage: oneOf('images', 'imageDbId', brapiImage),
  brapiImageContent: endpoint({
    ...read,
    limit: 'general',
    path: '/images/{imageDbId}/imagecontent',
    summary: 'BrAPI: a photo of a plot, as a WebP',
    query: z.object({ imageDbId: word.min(1) }),
    answers: 'picture',
    reply: z.custom<AsyncIterable<Uint8Array>>(),
    errors: [404],
  }),
  brapiSearchImages: searchOf('images'),
  brapiFoundImages: foundOf('images', brapiImage),
  brapiEvents: listOf('events', brapiEvent, 'planting and flights'),
  brapiLists: listOf('lists', z.object({ listDbId: z.string() }), 'this server has none'),
  brapiList: oneOf('lists', 'listDbId', z.object({ listDbId: z.string() })),
  brapiSearchLists: searchOf('lists'),
  brapiFoundLists: foundOf('lists', z.object({ listDbId: z.string() })),
}

import { z } from 'zod'
import { TEMPERATURE_DAYS_MAX, TEMPERATURE_MAX, TEMPERATURE_MIN } from '#domain/degree-days.ts'
import { CROP_MAX, LAYER_KINDS, MASK_METHODS, TRIAL_NAME_MAX } from '#domain/trials.ts'
import { KiB, MiB } from '#domain/units.ts'
import { PROJECT_TYPE_MAX } from '#domain/users.ts'
import { data, endpoint, id, page, paging, purgeOn, timestamp } from './endpoint.ts'
import { measurement } from './measurements.ts'
import { onTrials } from './on-trials.ts'
import { plotLayout } from './plot-layout.ts'
import { madeBy } from './reports.ts'
import { appliedShift } from './shifts.ts'

export const date = z.iso.date('This is not a date')
const name = z.string().trim().min(1, 'Name the trial').max(TRIAL_NAME_MAX, `At most ${TRIAL_NAME_MAX} characters`)
const crop = z.string().trim().min(1).max(CROP_MAX, `At most ${CROP_MAX} characters`)
const projectType = z.string().trim().min(1).max(PROJECT_TYPE_MAX)

const trialRow = z.object({
  trialId: z.string(),
  name: z.string(),
  userId: z.string(),
  customer: z.string().meta({ description: 'The name of the customer it belongs to' }),
  projectType: z.nullable(z.string()),
  isClosed: z.boolean().meta({
    description: 'Its project is no longer assigned to you, or it is the example: it can be read, and not changed',
  }),
  isExample: z.boolean().meta({ description: 'The trial that every customer may read' }),
  isShared: z.boolean().meta({ description: 'Of another account, shared with that of the caller' }),
  purgeOn,
  crop: z.nullable(z.string()),
  plantingDate: z.nullable(date),
  createdTime: timestamp,
  flights: z.int(),
  plots: z.int().meta({ description: 'Of the newest version' }),
})
export type TrialRow = z.infer<typeof trialRow>

const celsius = z.number().min(TEMPERATURE_MIN).max(TEMPERATURE_MAX)
const temperatures = z.object({
  base: celsius.meta({ description: 'Below it the crop does not grow, °C' }),
  upper: z.nullable(celsius).meta({ description: 'Warmer days count as this warm, °C' }),
  days: z
    .array(z.object({ date, mean: celsius }))
    .min(1)
    .max(TEMPERATURE_DAYS_MAX, `At most ${TEMPERATURE_DAYS_MAX} days`),
})

export const bounds = z.tuple([z.number(), z.number(), z.number(), z.number()])

const usedMap = z.object({
  mapId: z.nullable(z.string()).meta({ description: 'Null when it was removed from its report' }),
  analysisRequestId: z.nullable(id).meta({ description: 'The request whose report it belongs to' }),
  fileName: z.string(),
  isPublished: z.boolean(),
  madeBy,
  bounds: z.nullable(bounds).meta({ description: 'West, south, east and north of a map that says where it lies' }),
  looksNearInfrared: z.boolean().meta({
    description:
      'Plants look red or purple, as from a camera that was converted to near infrared: indices of red, green and blue and canopy cover will be wrong',
  }),
})

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write the time of day like 09:30')
export const layerKind = z.enum(LAYER_KINDS)
export const flight = z.object({
  trialFlightId: z.string(),
  takenOn: date,
  takenAt: z.nullable(timeOfDay),
  moment: z
    .string()
    .meta({ description: 'Its day, with the time of day where that is known: its name within the trial' }),
  daysAfterPlanting: z.nullable(z.int()),
  degreeDays: z.nullable(z.number()).meta({ description: 'From planting; null where a temperature is missing' }),
  missingTemperatures: z.nullable(z.int()).meta({
    description:
      'Days from planting without a temperature; null where the trial has no planting date or no temperatures',
  }),
  layers: z.array(
    usedMap.extend({
      kind: layerKind,
      isOfTrial: z.boolean().meta({ description: 'The bare ground of the trial, for all its flights' }),
    }),
  ),
  orthomosaic: usedMap.meta({ description: 'The main photo: that of red, green and blue where there are several' }),
  elevation: z.nullable(usedMap),
  bareGround: z.nullable(usedMap),
  noMasks: z
    .array(z.object({ method: z.enum(MASK_METHODS), reason: z.string() }))
    .meta({ description: 'The masks that its orthomosaic does not allow' }),
  shift: z.nullable(appliedShift).meta({ description: 'By which its plots are moved on this flight, on request only' }),
})
export type FlightItem = z.infer<typeof flight>

const plotsVersion = z.object({
  version: z.int(),
  plots: z.int(),
  epsg: z.nullable(z.int()),
  bounds,
  createdTime: timestamp,
  author: z.string(),
  hasLayout: z.boolean().meta({ description: 'Drawn on the screen, and can be edited there again' }),
})

const trial = trialRow.extend({
  flights: z.array(flight),
  bareGround: z
    .nullable(z.object({ mapId: z.nullable(z.string()), fileName: z.string(), takenOn: z.nullable(date) }))
    .meta({ description: 'Of all flights without one of their own; the map is null once its file was removed' }),
  temperatures: z.nullable(temperatures.extend({ author: z.string(), changedTime: timestamp })),
  plotVersions: z.array(plotsVersion).meta({ description: 'Newest first' }),
  measurements: z.array(measurement).meta({ description: 'The newest 50' }),
})
export type TrialItem = z.infer<typeof trial>

/** 20,000 plots of five points, with their attributes. */
const PLOTS_BYTES_MAX = MiB(12)

export const plotsVersionInQuery = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'This is not a version')
  .transform(Number)
  .optional()
  .meta({ type: 'integer', minimum: 1, maximum: 999_999, description: 'The newest when left out' })

const SEEN =
  'The changedTime of what was changed, null where there was none: 409 where another person has changed it since'

export const trials = {
  createTrial: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials',
    limit: 'trial',
    summary: 'Make a trial: a field and season of a customer',
    body: z.object({
      name,
      userId: id.optional().meta({ description: 'The customer; for staff' }),
      projectType: projectType.optional().meta({ description: 'One of the assigned projects of the customer' }),
      crop: crop.optional(),
      plantingDate: date.optional(),
    }),
    reply: data(z.object({ trialId: z.string() })),
    success: 'Trial made',
    errors: [404, 409],
  }),
  listTrials: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials',
    summary: 'Trials, newest first: a customer sees their own, staff all or those of one customer',
    query: z.object({
      ...paging,
      userId: id.optional(),
      shared: z.enum(['true', 'false']).optional().meta({ description: 'Those of other accounts instead' }),
    }),
    reply: page(trialRow).extend({
      exampleTrialId: z.nullable(z.string()).meta({ description: 'Null until it is made' }),
    }),
    success: 'Trials loaded',
  }),
  getTrial: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials/trial',
    links: ['trial'],
    summary: 'A trial with its flights, the versions of its plots, and its measurements',
    query: z.object({ trialId: id }),
    reply: data(trial),
    success: 'Trial loaded',
    errors: [404],
  }),
  changeTrial: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/trial',
    summary: 'Change what is said about a trial; what is left out stays as it is, and null removes it',
    body: z.object({
      trialId: id,
      name: name.optional(),
      projectType: z.nullable(projectType).optional(),
      crop: z.nullable(crop).optional(),
      plantingDate: z.nullable(date).optional(),
      seen: z
        .object({
          name,
          projectType: z.nullable(projectType),
          crop: z.nullable(crop),
          plantingDate: z.nullable(date),
        })
        .optional()
        .meta({
          description:
            'What the trial was when the change began: what another person has changed since stays, and where both changed the same, the answer is 409 with both',
        }),
      bareGroundMapId: z.nullable(id).optional().meta({
        description:
          'Elevation from before the crop came up: heights of flights without one of their own are measured from it',
      }),
    }),
    success: 'Trial changed',
    errors: [404, 409],
  }),
  saveTemperatures: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/temperatures',
    limit: 'trial',
    summary: 'Save the daily temperatures of a trial in place of those it has, for degree-days; null removes them',
    body: z.object({
      trialId: id,
      temperatures: z.nullable(temperatures),
      seen: z.nullable(timestamp).optional().meta({ description: SEEN }),
    }),
    bodyBytesMax: KiB(64),
    success: 'Temperatures saved',
    errors: [404, 409],
  }),
  deleteTrial: endpoint({
    ...onTrials,
    method: 'DELETE',
    path: '/trials/trial',
    least: 'owner',
    summary:
      'Delete a trial with its plots and all that was measured: it is removed for good after 30 days. Its maps stay',
    query: z.object({ trialId: id }),
    reply: data(z.object({ purgeOn: timestamp })),
    success: 'Trial deleted. It can be taken back for 30 days',
    errors: [404, 409],
  }),
  savePlots: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/plots',
    limit: 'trial',
    summary: 'Save the plots of a trial as a new version. Coordinates are in WGS84, or in the EPSG code of `crs`',
    body: z.object({
      trialId: id,
      geojson: z
        .looseObject({ type: z.literal('FeatureCollection', 'This is not a FeatureCollection of GeoJSON') })
        .meta({
          description: 'Polygons and multipolygons; properties such as plot_id, row, column, genotype are read',
        }),
      plotIdProperty: z.string().trim().min(1).max(100).optional().meta({
        description: 'The property that names a plot; found by its usual names when left out',
      }),
      layout: plotLayout.optional().meta({ description: 'What makes these plots, to edit it again' }),
      seen: z.int().min(0).max(999_999).optional().meta({
        description:
          'The newest version when the change began, 0 without one: 409 where another person has saved one since',
      }),
    }),
    bodyBytesMax: PLOTS_BYTES_MAX,
    isReadByWorker: true,
    reply: data(
      z.object({
        version: z.int(),
        plots: z.int(),
        outside: z.array(z.string()).meta({
          description: 'The first 100 plots that lie outside the maps of all flights',
        }),
        outsideCount: z.int(),
        ownColumns: z.array(z.string()).meta({ description: 'Other properties, which are kept as own columns' }),
        leftOut: z.array(z.string()).meta({
          description: 'What was not taken, in words: rows without a shape, points and lines, and columns',
        }),
      }),
    ),
    success: 'Plots saved',
    errors: [404, 409, 503],
  }),
  getPlots: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials/plots',
    links: ['trial'],
    limit: 'trial',
    answers: 'list',
    summary: 'The plots of a trial as GeoJSON, in longitude and latitude (WGS84) or as they were saved',
    query: z.object({
      trialId: id,
      version: plotsVersionInQuery,
      coordinates: z.enum(['wgs84', 'saved']).default('wgs84').meta({
        description: '`saved` are those in which they came, with a `crs` member: saved again, they do not move',
      }),
    }),
    reply: data(
      z.object({
        version: z.int(),
        epsg: z.nullable(z.int()).meta({ description: 'Of the coordinates in which they were saved' }),
        geojson: z.custom<object>().meta({ description: 'A FeatureCollection' }),
        layout: z
          .nullable(plotLayout)
          .meta({ description: 'In the coordinates in which they were saved; null when imported' }),
      }),
    ),
    success: 'Plots loaded',
    errors: [404],
  }),
}

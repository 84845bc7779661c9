import { z } from 'zod'
import {
  BUFFER_METRES_MAX,
  GENOTYPE_CHOICE_MAX,
  LAYER_KINDS,
  MASK_METHODS,
  MEASUREMENT_STATES,
  OWN_NAME_MAX,
  RECORDED,
  SCOPES,
  STATISTICS,
} from '#domain/trials.ts'
import { data, endpoint, id, timestamp, traitId } from './endpoint.ts'
import { onTrials } from './on-trials.ts'
import { surfaceAccuracy } from './reports.ts'

export const measurement = z.object({
  measurementId: z.string(),
  state: z.enum(MEASUREMENT_STATES),
  fraction: z.number().meta({ description: 'How much of it is done, from 0 to 1' }),
  ahead: z.nullable(z.int()).meta({ description: 'Of what waits: how much comes before it' }),
  reason: z.nullable(z.string()).meta({ description: 'Why it failed, for people to read' }),
  plotsVersion: z.int(),
  bufferMetres: z.number(),
  mask: z.object({
    method: z.enum(MASK_METHODS),
    threshold: z.nullable(z.number()),
    isCleaned: z.boolean().meta({ description: 'Without fragments and glare' }),
  }),
  traits: z.nullable(z.array(z.string())).meta({ description: 'Null for all that the bands allow' }),
  softwareVersion: z.string(),
  author: z.string(),
  createdTime: timestamp,
  endedTime: z.nullable(timestamp),
})
export type MeasurementItem = z.infer<typeof measurement>

const tableRow = z.object({
  trial_id: z.string(),
  plot_id: z.string(),
  plot_barcode: z.nullable(z.string()),
  row: z.nullable(z.string()),
  column: z.nullable(z.string()),
  rep: z.nullable(z.string()),
  block: z.nullable(z.string()),
  entry: z.nullable(z.string()),
  genotype: z.nullable(z.string()),
  entry_type: z.nullable(z.string()),
  treatment: z.nullable(z.string()),
  planting_date: z.nullable(z.string()),
  flight_id: z.nullable(z.string()),
  date: z.nullable(z.iso.date()).meta({ description: 'Null of an own column without one' }),
  dap: z.nullable(z.int()).meta({ description: 'Days after planting' }),
  gdd: z.nullable(z.number()).meta({ description: 'Degree-days from planting, °C × days' }),
  trait: z.string().meta({ description: 'Of what people recorded, the name of the column' }),
  value: z.nullable(z.number()),
  value_text: z.nullable(z.string()).meta({ description: 'A date or a text that people recorded' }),
  unit: z.string(),
  stat: z.enum([...STATISTICS, RECORDED.stat]),
  scope: z.enum([...SCOPES, RECORDED.scope]),
  n_px: z.nullable(z.number()).meta({ description: 'Pixels, each counted by the part that lies in the plot' }),
  valid_frac: z.nullable(z.number()),
  flags: z.string().meta({ description: 'Names, separated by |' }),
  excluded: z.boolean(),
  exclusion_reason: z.nullable(z.string()),
  grid_version: z.int().meta({ description: 'The version of the plots' }),
  buffer_m: z.nullable(z.number()),
  mask_method: z.nullable(z.string()),
  mask_threshold: z.nullable(z.number()),
  mask_cleaned: z.nullable(z.boolean()).meta({ description: 'Without fragments and glare' }),
  eta: z.nullable(z.number()),
  z0_source: z.nullable(z.string()),
  soil_calibration: z.nullable(z.string()),
  soil_median_m: z
    .nullable(z.number())
    .meta({ description: 'Of the soil before it was taken as 0: how far heights without calibration are off' }),
  chm_noise_m: z.nullable(z.number()),
  gsd_cm: z.nullable(z.number()),
  map_sha256: z.nullable(z.string()),
  shift_east_m: z.nullable(z.number()).meta({ description: 'By how much plots were moved on this flight' }),
  shift_north_m: z.nullable(z.number()),
  software_version: z.nullable(z.string()),
  run_id: z.nullable(z.string()).meta({ description: 'measurementId' }),
})
export type TableRow = z.infer<typeof tableRow>
/** In the order of the table. */
export const TABLE_NAMES = Object.keys(tableRow.shape) as (keyof TableRow)[]

/** How a workbook compares genotypes, as the address of the screen says it. */
const genotypeChoice = {
  treatments: z
    .string()
    .regex(/^(each|only .+)$/, 'each, or “only N0”')
    .max(GENOTYPE_CHOICE_MAX)
    .optional()
    .meta({ description: 'Each genotype in each, or “only” one by its name; all are fitted when left out' }),
  blocks: z.literal('none').optional().meta({ description: 'Replicates and blocks are not fitted' }),
  test: z.literal('lsd').optional().meta({ description: 'In place of Tukey’s and Dunnett’s tests' }),
  means: z.literal('adjusted').optional().meta({ description: 'Those adjusted for places are compared' }),
  check: z
    .string()
    .min(1)
    .max(GENOTYPE_CHOICE_MAX)
    .optional()
    .meta({ description: 'The first check of the plots when left out' }),
}
const CHOICES = Object.keys(genotypeChoice) as (keyof typeof genotypeChoice)[]

export const measurements = {
  startMeasurement: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/measure',
    limit: 'trial',
    summary: 'Measure the traits of the newest plots on all flights. What was measured alike before is taken over',
    body: z.object({
      trialId: id,
      bufferMetres: z.number().min(0).max(BUFFER_METRES_MAX),
      mask: z.object({
        method: z.enum(MASK_METHODS),
        threshold: z.number().min(-3).max(3).optional(),
        isCleaned: z.boolean().optional().meta({
          description:
            'Takes single pixels and glare out of what counts as plants. Of heights, the mask is never cleaned',
        }),
      }),
      traits: z.array(traitId).min(1).max(100).optional(),
    }),
    reply: data(z.object({ measurementId: z.string() })),
    success: 'Measurement started',
    errors: [404, 409],
  }),
  getMeasurement: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials/measurement',
    links: ['trial'],
    summary: 'How far a measurement is',
    query: z.object({ measurementId: id }),
    reply: data(
      measurement.extend({
        measured: z
          .array(
            z.object({
              trait: z.string(),
              name: z.string(),
              formula: z
                .nullable(z.string())
                .meta({ description: 'With which it was measured; null of heights and cover' }),
              note: z.nullable(z.string()).meta({ description: 'What to know before it is used' }),
              unit: z.string(),
              stats: z.array(z.enum(STATISTICS)),
              scopes: z.array(z.enum(SCOPES)),
              flightIds: z.array(z.string()),
            }),
          )
          .meta({ description: 'The traits that have values, and the flights that have them' }),
        unavailable: z
          .array(z.object({ trait: z.string(), name: z.string(), reason: z.string(), dates: z.array(z.iso.date()) }))
          .meta({ description: 'The traits that the maps do not allow, and on which dates' }),
      }),
    ),
    success: 'Measurement loaded',
    errors: [404],
  }),
  cancelMeasurement: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/cancel',
    summary: 'Cancel a measurement for good',
    body: z.object({ measurementId: id }),
    success: 'Measurement cancelled',
    errors: [404, 409],
  }),
  deleteMeasurement: endpoint({
    ...onTrials,
    method: 'DELETE',
    path: '/trials/measurement',
    summary: 'Delete a measurement that has ended, with its values. Other measurements stay as they are',
    query: z.object({ measurementId: id }),
    success: 'Measurement deleted',
    errors: [404, 409],
  }),
  getTraitValues: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials/values',
    links: ['trial'],
    summary: 'One trait on one flight: a value for each plot of the version of the plots, in their order',
    query: z.object({
      measurementId: id,
      flightId: id,
      trait: traitId,
      stat: z.enum(STATISTICS),
      scope: z.enum(SCOPES),
    }),
    reply: data(
      z.object({
        unit: z.string(),
        maskMethod: z.string(),
        maskThreshold: z.nullable(z.number()),
        maskCleaned: z.boolean(),
        layer: z
          .nullable(z.enum(LAYER_KINDS))
          .meta({ description: 'Of a flight with several photos, the one on which it was measured' }),
        gsdCm: z.nullable(z.number()),
        mapSha256: z.string(),
        shift: z
          .nullable(z.object({ eastMetres: z.number(), northMetres: z.number() }))
          .meta({ description: 'By how much plots were moved on this flight' }),
        height: z
          .nullable(
            z.object({
              z0Source: z.enum(['ground', 'soil']).meta({ description: 'What heights are measured from' }),
              soilCalibration: z.string().meta({
                description:
                  'calibrated, median, level (too little soil above a ground whose level is known) or uncalibrated',
              }),
              soilMedianMetres: z.nullable(z.number()).meta({ description: 'Of the soil before it was taken as 0' }),
              noiseMetres: z.nullable(z.number()),
              surface: z
                .nullable(surfaceAccuracy)
                .meta({ description: 'Of the elevation, where our own engine made it of photos' }),
            }),
          )
          .meta({ description: 'Null of other traits than heights' }),
        values: z.array(z.nullable(z.number())),
        pixels: z.array(z.nullable(z.number())).meta({ description: 'Each counted by the part that lies in the plot' }),
        flags: z.array(z.array(z.string())),
      }),
    ),
    success: 'Values loaded',
    errors: [404, 409],
  }),
  getTraitTable: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials/table',
    links: ['trial'],
    isDownload: true,
    limit: 'trial',
    summary: 'What was measured and what people recorded: a row for each plot, flight, trait, statistic and scope',
    query: z
      .object({
        measurementId: id.optional(),
        trialId: id.optional().meta({
          description: 'In place of a measurement: only what people recorded, with the newest plots',
        }),
        format: z
          .enum(['json', 'csv', 'xlsx', 'geojson', 'gpkg', 'report', 'fieldimager', 'field-book', 'codebook', 'means'])
          .default('json')
          .meta({
            description:
              'A workbook, GeoJSON, a GeoPackage, a report (HTML) and a CSV with the names of FIELDimageR hold one statistic of ' +
              'each trait: the main one, or that of the filters. A CSV for the app Field Book has the plots without values; the codebook says what the headings mean, and means are of genotypes, adjusted for the places of plots, too',
          }),
        trait: z.string().min(1).max(OWN_NAME_MAX).optional(),
        stat: z.enum(STATISTICS).optional(),
        scope: z.enum(SCOPES).optional(),
        flightId: id.optional(),
        ...genotypeChoice,
      })
      .refine(
        (query) => ['xlsx', 'means'].includes(query.format) || CHOICES.every((name) => query[name] === undefined),
        {
          path: ['format'],
          error: `Only the formats xlsx and means take ${CHOICES.join(', ')}`,
        },
      )
      .refine(({ measurementId, trialId }) => (measurementId === undefined) !== (trialId === undefined), {
        path: ['measurementId'],
        error: 'Name a measurement, or a trial',
      }),
    reply: data(z.array(tableRow)),
    answers: 'table',
    success: 'Table loaded',
    errors: [404, 409],
  }),
}

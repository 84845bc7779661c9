import { z } from 'zod'
import {
  ENGINE_NAMES,
  LISTED_RUNS_MAX,
  PRESET_NAMES,
  PRODUCT_KINDS,
  RUN_LOG,
  RUN_OPTIONS,
  RUN_PRIORITIES,
  RUN_STAGES,
  RUN_STATES,
} from '#domain/processing.ts'
import { REMARKS_MAX } from '#domain/reports.ts'
import { data, endpoint, id, paging, TEXT_BYTES_MAX, timestamp } from './endpoint.ts'
import { reportFile, surfaceAccuracy } from './reports.ts'

const unknownOr = z.nullable(z.number())

const options = z
  .record(
    z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'This is not the name of an option'),
    z.union([z.string().max(RUN_OPTIONS.valueMax), z.number(), z.boolean()]),
  )
  .refine(
    (given) => Object.keys(given).length <= RUN_OPTIONS.countMax,
    `At most ${RUN_OPTIONS.countMax} options can be given`,
  )
  .meta({ description: 'By the names of the engine. They win over those of the preset' })

const quality = z.object({
  photos: z.int(),
  usedPhotos: z.nullable(z.int()).meta({ description: 'Photos that found their place' }),
  reprojectionPixels: unknownOr,
  gpsHorizontalMetres: unknownOr.meta({ description: 'Root mean square of cameras against their GPS positions' }),
  gpsVerticalMetres: unknownOr,
  groundTiltDegrees: unknownOr,
  focalRatio: unknownOr.meta({ description: 'The focal length that was found, by that of the photos' }),
  gsdCm: unknownOr,
  areaHectares: unknownOr,
  refusedShare: unknownOr,
  ...surfaceAccuracy.shape,
  lenses: z.optional(z.array(z.object({ serial: z.string(), k1: z.number(), k2: z.number() }))).meta({
    description:
      'Of a surface, by the serial numbers of cameras: radial distortion as OpenCV defines it. Later flights start from it',
  }),
  notes: z.array(z.string()).meta({ description: 'What was left out and what to mind, for people to read' }),
})

const product = z.object({
  fileName: z.string(),
  kind: z.enum(PRODUCT_KINDS),
  mapId: z.nullable(z.string()).meta({
    description: 'Of a GeoTIFF: the map in `GET /maps?withProducts=true`',
  }),
  bytes: z.int(),
  isAttached: z.boolean().meta({ description: 'It is a file of the report, a draft or published' }),
  file: reportFile,
})

const run = z.object({
  runId: z.string(),
  engine: z.enum(ENGINE_NAMES),
  state: z.enum(RUN_STATES),
  stage: z.enum(RUN_STAGES).meta({ description: 'Of an ended run, the one in which it ended' }),
  fraction: z.number().meta({ description: 'How much of the stage is done, from 0 to 1' }),
  ahead: z.nullable(z.int()).meta({ description: 'Of a queued run: how many of its engine come before it' }),
  requestedAt: timestamp,
  startedAt: z.nullable(timestamp),
  endedAt: z.nullable(timestamp),
  reason: z.nullable(z.string()).meta({ description: 'Why it failed, or is tried again, for people to read' }),
  advice: z.nullable(z.string()).meta({ description: 'What to change before it is run again' }),
  evidence: z.array(z.string()).meta({ description: 'Lines of the log or figures that show the reason' }),
  suggestedOptions: z.nullable(options).meta({ description: 'Of a failed run: options that may help' }),
  preset: z.nullable(z.enum(PRESET_NAMES)),
  options,
  priority: z.enum(RUN_PRIORITIES),
  attempt: z.int(),
  startedBy: z.nullable(z.string()).meta({ description: 'A name; null when it started by itself' }),
  restartedFrom: z.nullable(z.string()).meta({ description: 'The run before this one' }),
  archive: z.nullable(z.string()).meta({ description: 'The file name of its archive' }),
  bytes: z.int().meta({ description: 'Of its products' }),
  products: z.array(product),
  quality: z.nullable(quality),
})
export type RunItem = z.infer<typeof run>

const presetOffer = z.object({
  name: z.enum(PRESET_NAMES),
  label: z.string(),
  purpose: z.string(),
  options,
  estimate: z.nullable(z.object({ secondsFrom: z.int(), secondsTo: z.int(), runs: z.int() })).meta({
    description:
      'For this request, from how long earlier runs with this preset took; of our own engine before the first run by the size of the flight, with 0 runs',
  }),
  diskBytes: z.nullable(z.int()).meta({ description: 'Of our own engine: what a run needs on its machine, about' }),
})
export type PresetOffer = z.infer<typeof presetOffer>

const engineItem = z.object({
  engine: z.enum(ENGINE_NAMES),
  isSetUp: z.boolean(),
  isReady: z.boolean().meta({ description: 'It can take work now. What is not ready lets its runs wait' }),
  reason: z.nullable(z.string()).meta({ description: 'Why it is not ready, for people to read' }),
  capacity: z.int().meta({ description: 'Runs at once' }),
  queued: z.int(),
  running: z.int(),
  presets: z.array(presetOffer),
})
export type EngineItem = z.infer<typeof engineItem>

const engineOption = z.object({
  name: z.string(),
  type: z.string(),
  value: z.string().meta({ description: 'The default' }),
  domain: z
    .union([z.string(), z.array(z.string())])
    .meta({ description: 'The values, or words of the engine for them' }),
  help: z.string(),
})
export type EngineOptionItem = z.infer<typeof engineOption>

const runLog = z.object({
  lines: z
    .array(z.object({ number: z.int(), at: timestamp, line: z.string() }))
    .meta({ description: `At most ${RUN_LOG.linesPerCall}. Of a long log only the last ${RUN_LOG.linesMax} are kept` }),
  next: z.int().meta({ description: 'The `from` of the next call' }),
})
export type RunLog = z.infer<typeof runLog>

const automatic = z.object({ projectType: z.string(), startsPreview: z.boolean() })
export type AutomaticRuns = z.infer<typeof automatic>

const progress = z.object({
  isProcessing: z.boolean(),
  since: z.nullable(timestamp),
  stage: z.nullable(z.string()).meta({ description: 'For people to read' }),
})
export type ProcessingProgress = z.infer<typeof progress>

const startedRun = data(z.object({ runId: z.string() }))
const preset = z.enum(PRESET_NAMES).optional()
const ofRequest = z.object({ analysisRequestId: id })
const ofRun = z.object({ runId: id })

const onRuns = { tag: 'processing', access: 'admin', limit: 'general' } as const

export const processing = {
  listEngines: endpoint({
    ...onRuns,
    method: 'GET',
    path: '/processing/engines',
    summary: 'The engines that make maps of photos, whether they are ready, and how long one may take for a request',
    query: z.object({ analysisRequestId: id.optional() }),
    reply: data(z.array(engineItem)),
    success: 'Engines loaded',
    errors: [404],
  }),
  listEngineOptions: endpoint({
    ...onRuns,
    method: 'GET',
    path: '/processing/options',
    summary: 'What can be set for a run on an engine; of a farm, what the first node that answers says',
    query: z.object({ engine: z.enum(ENGINE_NAMES) }),
    reply: data(z.array(engineOption)),
    success: 'Options loaded',
  }),
  startRun: endpoint({
    ...onRuns,
    method: 'POST',
    path: '/processing/start',
    limit: 'trial',
    summary:
      'Have an engine make maps of the newest archive of a request. Of one archive, each engine has one run at a time',
    body: ofRequest.extend({
      engine: z.enum(ENGINE_NAMES),
      preset,
      options: options.optional(),
      priority: z.enum(RUN_PRIORITIES).optional(),
    }),
    bodyBytesMax: TEXT_BYTES_MAX,
    reply: startedRun,
    success: 'Processing started',
    errors: [404, 409],
  }),
  listRuns: endpoint({
    ...onRuns,
    method: 'GET',
    path: '/processing/runs',
    summary: `The newest ${LISTED_RUNS_MAX} runs of a request with their products, newest first`,
    query: ofRequest,
    reply: data(z.array(run)),
    success: 'Runs loaded',
    errors: [404],
  }),
  getRunLog: endpoint({
    ...onRuns,
    method: 'GET',
    path: '/processing/log',
    summary: 'The log of a run, from a line on',
    query: ofRun.extend({ from: paging.from.meta({ description: 'The number of its first line' }) }),
    reply: data(runLog),
    success: 'Log loaded',
    errors: [404],
  }),
  cancelRun: endpoint({
    ...onRuns,
    method: 'POST',
    path: '/processing/cancel',
    summary: 'End a run for good. Its products are removed, except those that are attached',
    body: ofRun,
    success: 'Processing cancelled',
    errors: [404, 409],
  }),
  restartRun: endpoint({
    ...onRuns,
    method: 'POST',
    path: '/processing/restart',
    limit: 'trial',
    summary: 'Start a run like one that has ended, with its options unless others are given',
    body: ofRun.extend({ preset, options: options.optional(), priority: z.enum(RUN_PRIORITIES).optional() }),
    bodyBytesMax: TEXT_BYTES_MAX,
    reply: startedRun,
    success: 'Processing started',
    errors: [404, 409],
  }),
  attachProducts: endpoint({
    ...onRuns,
    method: 'POST',
    path: '/processing/attach',
    summary: 'Make the products of an ended run draft files of the report. Those that are attached stay as they are',
    body: ofRun.extend({
      description: z.string().max(REMARKS_MAX, `At most ${REMARKS_MAX} characters`).default('').meta({
        description: 'Remarks, which the customer sees with the report once these files are published',
      }),
    }),
    bodyBytesMax: TEXT_BYTES_MAX,
    success: 'Products attached',
    errors: [404, 409],
  }),
  getAutomaticRuns: endpoint({
    ...onRuns,
    method: 'GET',
    path: '/processing/automatic',
    summary: 'Whether good flights of the project of a request are previewed by themselves',
    query: ofRequest,
    reply: data(automatic),
    success: 'Setting loaded',
    errors: [404],
  }),
  setAutomaticRuns: endpoint({
    ...onRuns,
    method: 'POST',
    path: '/processing/automatic',
    summary:
      'Have flights of the project of a request previewed by themselves from now on, once for each archive, when nothing about their photos is in doubt',
    body: ofRequest.extend({ startsPreview: z.boolean() }),
    reply: data(automatic),
    success: 'Setting saved',
    errors: [404],
  }),
  getProcessingProgress: endpoint({
    tag: 'processing',
    method: 'GET',
    path: '/processing/progress',
    access: 'customer-or-admin',
    limit: 'general',
    summary: 'Whether maps are being made of a request. Customers see their own',
    query: ofRequest,
    reply: data(progress),
    success: 'Progress loaded',
    errors: [404],
  }),
}

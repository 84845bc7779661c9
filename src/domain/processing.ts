// Runs: an archive becomes maps on an engine.

/** `farm`: nodes of NodeODM elsewhere. `preview`: this machine. */
export const ENGINE_NAMES = ['farm', 'preview'] as const
export type EngineName = (typeof ENGINE_NAMES)[number]

type Made = { engine: string; options: Readonly<Record<string, unknown>>; accuracy: SurfaceAccuracy | null }

/** What people must know beside all that an engine made; null where there is nothing. */
export const accuracyNote = ({ engine, options, accuracy }: Made): string | null =>
  engine === 'preview'
    ? `${CELL_PIXELS in options ? 'Surface' : 'Preview'}, ${accuracy?.level === 'rtk' ? 'RTK' : 'GPS'} accuracy`
    : null

export const RUN_STATES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
export type RunState = (typeof RUN_STATES)[number]
/** Those that have not ended. */
export const LIVE_RUN_STATES = ['QUEUED', 'RUNNING'] as const satisfies readonly RunState[]
export const hasEnded = (state: RunState): boolean => state !== 'QUEUED' && state !== 'RUNNING'

export const RUN_STAGES = ['waiting', 'sending', 'running', 'fetching', 'checking'] as const
export type RunStage = (typeof RUN_STAGES)[number]

/** What customers read of a run. */
export const STAGE_WORDS: Record<RunStage, string> = {
  waiting: 'Waiting for its turn',
  sending: 'Preparing the photos',
  running: 'Making maps of the photos',
  fetching: 'Collecting the results',
  checking: 'Checking the results',
}

export const RUN_PRIORITIES = ['normal', 'high'] as const
export type RunPriority = (typeof RUN_PRIORITIES)[number]

export const PRODUCT_KINDS = [
  'orthomosaic',
  'elevation',
  'confidence',
  'terrain',
  'points',
  'model',
  'cameras',
  'report',
  'other',
] as const
export type ProductKind = (typeof PRODUCT_KINDS)[number]

/** Of our own engine: pixels of the photos to a cell of the surface; without it there is only a preview. */
export const CELL_PIXELS = 'cell-pixels'

/** By the names of the engine. */
export type RunOptions = Readonly<Record<string, string | number | boolean>>
export const RUN_OPTIONS = { countMax: 100, valueMax: 500 }

export const PRESET_NAMES = ['standard', 'fast', 'fine', 'field', 'preview', 'surface', 'surface-fine'] as const
export type PresetName = (typeof PRESET_NAMES)[number]

/** Positions of the drone: without corrections, or with them. */
export const LEVELS = ['gps', 'rtk'] as const
export type Level = (typeof LEVELS)[number]

/** Of the whole run. What an engine doesn't know is null. */
export type RunQuality = {
  photos: number
  /** Photos that found their place. */
  usedPhotos: number | null
  reprojectionPixels: number | null
  /** Root mean square of cameras against their GPS positions. */
  gpsHorizontalMetres: number | null
  gpsVerticalMetres: number | null
  groundTiltDegrees: number | null
  /** Focal length that was found, by that of the photos. */
  focalRatio: number | null
  gsdCm: number | null
  areaHectares: number | null
  /** Of a surface, how much has no height. */
  refusedShare: number | null
  /** Of a height of the surface, by every other photo against the others. */
  noiseCm: number | null
  /** What heights above the sea hang on. */
  level: Level | null
  /** How far the map may be tilted, and bent, by the same. */
  tiltPercent: number | null
  bowCm: number | null
  /** Of a surface, by the serial numbers of cameras: how their lenses bend rays. Not in records of older versions. */
  lenses?: KnownLens[]
  /** What was left out, and what to mind; sentences for people. */
  notes: string[]
}

/** Radial distortion as OpenCV defines it; it hangs on the lens alone. */
export type KnownLens = { serial: string; k1: number; k2: number }

/** How exact a surface of our own engine is. */
export type SurfaceAccuracy = Pick<RunQuality, 'noiseCm' | 'level' | 'tiltPercent' | 'bowCm'>

/** Null of what is no surface. */
export const surfaceAccuracyOf = (quality: RunQuality | null): SurfaceAccuracy | null =>
  quality?.level
    ? { noiseCm: quality.noiseCm, level: quality.level, tiltPercent: quality.tiltPercent, bowCm: quality.bowCm }
    : null

const known = (value: number | null, says: (value: number) => string): string[] => (value === null ? [] : [says(value)])

/** For people: 'noise of a height 1.4 cm, tilt up to 0.20 %, bow up to 3.1 cm, positions without corrections'. */
export const accuracyText = ({ noiseCm, level, tiltPercent, bowCm }: SurfaceAccuracy): string =>
  [
    ...known(noiseCm, (value) => `noise of a height ${value.toFixed(1)} cm`),
    ...known(tiltPercent, (value) => `tilt up to ${value.toFixed(2)} %`),
    ...known(bowCm, (value) => `bow up to ${value.toFixed(1)} cm`),
    `positions ${level === 'rtk' ? 'with' : 'without'} corrections`,
  ].join(', ')

/** Runs that wait, over all customers. */
export const QUEUED_RUNS_MAX = 500
/** The newest of a request that are listed. */
export const LISTED_RUNS_MAX = 50
export const PRODUCTS_MAX = 200
/** Of the log of a run, the last lines are kept: at most a megabyte. */
export const RUN_LOG = { linesMax: 2000, lineMax: 500, linesPerCall: 500 }

/** How often a run is taken up after something unexpected; from half of that on as another attempt. */
export const RUN_TRIES_MAX = 6

import { dayOf } from './dates.ts'
import type { BandRole, RasterFacts } from './maps.ts'
import type { OwnTrait } from './trial-formulas.ts'

/** Counts the ways in which traits were measured. Results of another one are measured again. */
export const TRAITS_MAKER = 7

/** Counts the ways in which files of a flight were made. Those of another one are made again. */
export const FLIGHT_FILE_MAKER = 1

/** Files that are made of a flight when they are asked for: an index or the mask as a GeoTIFF, or a picture of each plot in a ZIP. */
export const FLIGHT_FILE_KINDS = ['index', 'mask', 'clips-jpeg', 'clips-png'] as const
export type FlightFileKind = (typeof FLIGHT_FILE_KINDS)[number]

export const TRIAL_NAME_MAX = 100
export const CROP_MAX = 60
export const FLIGHTS_MAX = 100
export const TRIALS_PER_CUSTOMER_MAX = 1000

export const PLOTS_MAX = 20_000
/** Of all plots together. */
export const PLOT_POINTS_MAX = 200_000
/** Of one plot, whose lines are compared with one another. */
export const POINTS_PER_PLOT_MAX = 1000
export const PLOT_ID_MAX = 100
/** Of a genotype, a treatment and the like. */
export const PLOT_TEXT_MAX = 200
/** Of the name of a genotype in a treatment, or of a choice of one. */
export const GENOTYPE_CHOICE_MAX = 2 * PLOT_TEXT_MAX + 10
export const BUFFER_METRES_MAX = 10
export const EXCLUSION_REASON_MAX = 200
/** Columns of scores, yield and the like that people have added to a trial. */
export const OWN_COLUMNS_MAX = 100
/** Of all these columns together. */
export const OWN_VALUES_MAX = 200_000
/** Longer columns are saved in parts. */
export const OWN_VALUES_AT_ONCE_MAX = 2000
export const OWN_NAME_MAX = 60
export const OWN_UNIT_MAX = 20
export const OWN_TEXT_MAX = 100
/** What the values of an own column are. */
export const VALUE_TYPES = ['number', 'date', 'text'] as const
export type ValueType = (typeof VALUE_TYPES)[number]
/** Either way from 0. Statistics of far larger ones would overflow. */
export const OWN_NUMBER_MAX = 1e12
export const EXCLUDED_AT_ONCE_MAX = 2000

/** Photos of one moment, in the order in which traits are measured on them: each on the first one that allows it. */
export const PHOTO_KINDS = ['rgb', 'multispectral', 'thermal'] as const
/** What a map is of a flight. */
export const LAYER_KINDS = [...PHOTO_KINDS, 'elevation', 'bareGround'] as const
export type LayerKind = (typeof LAYER_KINDS)[number]

/** What kind of photo a map with these bands is. */
export function photoKindOf(bands: readonly BandRole[]): (typeof PHOTO_KINDS)[number] {
  if (bands.some((role) => role === 'nir' || role === 'redEdge')) return 'multispectral'
  const isThermal = bands.includes('thermal') && !bands.some((role) => role === 'red' || role === 'green')
  return isThermal ? 'thermal' : 'rgb'
}

/** The traits that elevation is measured for. */
export const HEIGHT_TRAITS: readonly string[] = [
  'canopyHeight',
  'canopyHeightUncalibrated',
  'hullHeight',
  'canopyVolume',
]

/** How plants are told from soil. `otsu` falls back to a fixed threshold where it can't be trusted. */
export const MASK_METHODS = ['none', 'exg', 'exgr', 'otsu', 'g>r', 'ndvi', 'osavi'] as const
export type MaskMethod = (typeof MASK_METHODS)[number]

/** Above them, a pixel is a plant. Of Otsu, the one that it falls back to. */
export const USUAL_THRESHOLDS: Readonly<Record<Exclude<MaskMethod, 'none'>, number>> = {
  exg: 0.1,
  exgr: 0,
  otsu: 0.1,
  'g>r': 0,
  ndvi: 0.4,
  osavi: 0.3,
}
/** What a person may set another threshold for. */
export const WITH_THRESHOLD: readonly MaskMethod[] = ['exg', 'exgr', 'ndvi', 'osavi']

export const MEASUREMENT_STATES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const

export const STATISTICS = [
  'mean',
  'median',
  'sd',
  'cv_pct',
  'min',
  'p05',
  'p10',
  'p25',
  'p75',
  'p90',
  'p95',
  'p99',
  'max',
  'iqr',
  'uniformity',
] as const

/** All pixels of a plot, or those of plants. */
export const SCOPES = ['all', 'veg'] as const

/** In place of them in tables, of what people have recorded: it is of the plot itself. */
export const RECORDED = { stat: 'value', scope: 'plot' } as const

export type MeasurementSettings = {
  bufferMetres: number
  mask: {
    method: MaskMethod
    threshold?: number | undefined
    /** Without fragments and glare. */
    isCleaned?: boolean | undefined
  }
  /** Ids of traits; all that the bands allow when left out. */
  traits?: string[] | undefined
  /** Those of people among them, as they were when the measurement started. */
  formulas?: OwnTrait[] | undefined
}

/** What a plot holds, as far as its file says. */
export const PLOT_ATTRIBUTES = [
  'row',
  'column',
  'rep',
  'block',
  'entry',
  'genotype',
  'entryType',
  'treatment',
  'plantingDate',
  'barcode',
] as const
export type PlotAttribute = (typeof PLOT_ATTRIBUTES)[number]

export type Position = readonly [x: number, y: number]
/** As in GeoJSON: polygons, their rings (the first is the outer one), their points. */
export type MultiPolygon = Position[][][]

/** A plot in the coordinates of its version. */
export type Plot = {
  /** From 1, in the order of the file. */
  number: number
  plotId: string
  geometry: MultiPolygon
  attributes: Partial<Record<PlotAttribute, string>>
}

export type Bounds = NonNullable<RasterFacts['bounds']>

/** Of west, south, east and north. */
export const overlap = (a: Bounds, b: Bounds): boolean => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]

/** Of one rectangle, the share that lies within another. */
export function shareWithin(inner: Bounds, outer: Bounds): number {
  const sides = ([west, south, east, north]: Bounds) => [Math.max(0, east - west), Math.max(0, north - south)] as const
  const [width, height] = sides(inner)
  const common: Bounds = [
    Math.max(inner[0], outer[0]),
    Math.max(inner[1], outer[1]),
    Math.min(inner[2], outer[2]),
    Math.min(inner[3], outer[3]),
  ]
  const [across, down] = sides(common)
  return width * height === 0 ? 0 : (across * down) / (width * height)
}

/** Whole days from planting to a date; null without one of them. */
/** When a flight was: its day, and the time of day where that is known, such as 2026-07-01 or 2026-07-01 09:30. */
export type Moment = { takenOn: string; takenAt?: string | null | undefined }
export const momentOf = ({ takenOn, takenAt }: Moment): string => (takenAt ? `${takenOn} ${takenAt}` : takenOn)

/** As names of files and columns have it, such as 2026-07-01_0930. */
export const momentInName = (moment: string): string => moment.replace(' ', '_').replace(':', '')

export const daysAfterPlanting = (date: string | null, plantingDate: string | null): number | null =>
  date === null || plantingDate === null ? null : dayOf(date) - dayOf(plantingDate)

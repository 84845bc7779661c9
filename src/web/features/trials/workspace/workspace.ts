import type { ReplyOf } from '#contract/api.ts'
import type { FlightItem } from '#contract/trials.ts'
import type { SCOPES, STATISTICS } from '#domain/trials.ts'
import type { RecordedTrait } from '#imagery/plot-values/recorded-traits.ts'
import type { Trial } from '../trial-queries.ts'
import type { CommonFlag } from './common-flags.ts'
import type { Day } from './days.ts'
import type { PlotOutline } from './plot-geometry.ts'

export type Measurement = ReplyOf<'getMeasurement'>['data']
export type Trait = Measurement['measured'][number]

/** Where nothing has values yet, and what nothing was measured of. */
export const NO_TRAIT: Trait = {
  trait: '',
  name: 'Plots',
  unit: '',
  formula: null,
  note: null,
  stats: [],
  scopes: [],
  flightIds: [],
}

export type Values = ReplyOf<'getTraitValues'>['data']

/** One trait on one date, in the order of the plots. */
export type DatedValues = Omit<Day, 'id'> & { flightId: string } & Pick<Values, 'unit' | 'values' | 'pixels'> & {
    flags: readonly (readonly string[])[]
    /** How the values were measured; null of what people have recorded. */
    made: Pick<Values, 'maskThreshold' | 'gsdCm' | 'mapSha256' | 'layer'> | null
    /** Warnings that most plots share; `flags` has the others. */
    commonFlags: readonly CommonFlag[]
  }

/** What all tabs show: the plots of a measurement, or of the trial, and one trait of theirs over the season. */
export type Workspace = {
  trial: Trial
  /** Null where only people have recorded something. */
  measurement: Measurement | null
  plots: readonly PlotOutline[]
  /** What people have recorded. */
  recorded: readonly RecordedTrait[]
  /** Changes with the plots, the planting date, and what people have recorded. */
  inputsKey: string
  /** All that can be chosen: recorded, then measured. */
  traits: readonly Trait[]
  /** Those of all traits. */
  days: readonly Day[]
  trait: Trait
  stat: (typeof STATISTICS)[number]
  scope: (typeof SCOPES)[number]
  /** The trait with its unit. */
  title: string
  /** Those with values of the trait, in the order of the season. */
  flights: readonly FlightItem[]
  /** The dates with values of the trait. */
  dates: readonly DatedValues[]
  /** The flight with the most canopy cover; null where none was measured. */
  greenest: string | null
}

/** A workspace with the date that is shown. */
export type OnDay = { workspace: Workspace; day: DatedValues }

export type MeasuredWorkspace = Workspace & { measurement: Measurement }

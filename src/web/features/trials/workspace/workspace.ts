import type { ReplyOf } from '#contract/api.ts'
import type { FlightItem } from '#contract/trials.ts'
import type { SCOPES, STATISTICS } from '#domain/trials.ts'
import type { Trial } from '../trial-queries.ts'
import type { PlotOutlines } from './plot-geometry.ts'

export type Measurement = ReplyOf<'getMeasurement'>['data']
export type Trait = Measurement['measured'][number]

/** One trait on one flight, in the order of the plots. */
export type DatedValues = { flightId: string; date: string } & ReplyOf<'getTraitValues'>['data']

/** What all tabs show: the plots of a measurement, and one trait of theirs over the season. */
export type Workspace = {
  trial: Trial
  measurement: Measurement
  outlines: PlotOutlines
  trait: Trait
  stat: (typeof STATISTICS)[number]
  scope: (typeof SCOPES)[number]
  /** The trait with its unit. */
  title: string
  /** Those with values of the trait, in the order of the season. */
  flights: readonly FlightItem[]
  /** Of these flights. */
  dates: readonly DatedValues[]
}

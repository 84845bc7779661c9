import type { ExchangeCounts, ExchangeReport } from '#domain/exchange/exchange.ts'
import type { MatchedPlots } from '#domain/exchange/match-plots.ts'
import type { Unit, VariableThere } from './read-study.ts'
import type { Refusals } from './refusals.ts'

// What is said of both directions.

const ITEMS_MAX = 1000
const VARIABLES_SHOWN = 500

export function refuseUnmatched({ contradictory, onlyThere }: MatchedPlots<Unit>, refusals: Refusals): void {
  for (const plotId of contradictory)
    refusals.add('Plots that are one there by their name, and another one by their number', plotId)
  if (onlyThere.length > 0)
    refusals.add('Plots of the study that are not in this trial', onlyThere[0]?.name ?? undefined, onlyThere.length)
}

export const none = (): ExchangeCounts => ({ same: 0, added: 0, changed: 0, refused: 0 })

type Facts = Pick<ExchangeReport, 'items' | 'written'> & {
  study: { name: string }
  matched: MatchedPlots<Unit>
  refusals: Refusals
  ofStudy: readonly VariableThere[]
}

export const reportOf = ({ study, matched, items, refusals, ofStudy, written }: Facts): ExchangeReport => ({
  study: study.name,
  plots: {
    matched: matched.pairs.size,
    by: matched.by,
    onlyHere: matched.onlyHere.length,
    onlyThere: matched.onlyThere.length,
  },
  items: items.slice(0, ITEMS_MAX),
  refused: refusals.list(),
  variables: ofStudy.map(({ name }) => name).slice(0, VARIABLES_SHOWN),
  written,
})

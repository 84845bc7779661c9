import type { MatchedBy } from './exchange.ts'

export type PlotHere = {
  plotId: string
  genotype?: string | undefined
  row?: string | undefined
  column?: string | undefined
}
export type PlotThere = {
  unitId: string
  name: string | null
  number: string | null
  genotype: string | null
  row: string | null
  column: string | null
}

export type MatchedPlots<There> = {
  by: MatchedBy | null
  /** By the name of the plot here. */
  pairs: ReadonlyMap<string, There>
  onlyHere: string[]
  onlyThere: There[]
}

const KEYS: { by: MatchedBy; here: (plot: PlotHere) => string | null; there: (plot: PlotThere) => string | null }[] = [
  { by: 'name', here: ({ plotId }) => keyOf(plotId), there: ({ name }) => keyOf(name) },
  { by: 'number', here: ({ plotId }) => keyOf(plotId), there: ({ number }) => keyOf(number) },
  { by: 'place', here: placeOf, there: placeOf },
]

/**
 * The plots of a study that are those of a trial: by their names, else by their numbers, else by row and column, whichever is true of
 * most. What two plots of one side have in common says nothing.
 */
export function matchPlots<There extends PlotThere>(
  here: readonly PlotHere[],
  there: readonly There[],
): MatchedPlots<There> {
  let best: MatchedPlots<There> = {
    by: null,
    pairs: new Map(),
    onlyHere: here.map(({ plotId }) => plotId),
    onlyThere: [...there],
  }
  for (const key of KEYS) {
    const units = uniqueBy(there, key.there)
    const pairs = new Map<string, There>()
    for (const [text, plot] of uniqueBy(here, key.here)) {
      const unit = units.get(text)
      if (unit) pairs.set(plot.plotId, unit)
    }
    if (pairs.size <= best.pairs.size) continue
    const matched = new Set(pairs.values())
    best = {
      by: key.by,
      pairs,
      onlyHere: here.map(({ plotId }) => plotId).filter((plotId) => !pairs.has(plotId)),
      onlyThere: there.filter((unit) => !matched.has(unit)),
    }
  }
  return best
}

/** Whether two names may be the same genotype: a missing one may be any. */
export const mayBeSame = (one: string | null | undefined, other: string | null | undefined): boolean => {
  const [a, b] = [keyOf(one), keyOf(other)]
  return a === null || b === null || a === b
}

function uniqueBy<Plot>(plots: readonly Plot[], keyOfPlot: (plot: Plot) => string | null): Map<string, Plot> {
  const unique = new Map<string, Plot>()
  const repeated = new Set<string>()
  for (const plot of plots) {
    const key = keyOfPlot(plot)
    if (key === null) continue
    if (unique.has(key)) repeated.add(key)
    unique.set(key, plot)
  }
  for (const key of repeated) unique.delete(key)
  return unique
}

/** 007 is 7, and A1 is a1. */
function keyOf(text: string | null | undefined): string | null {
  const trimmed = text?.trim().toLowerCase() ?? ''
  if (trimmed === '') return null
  return /^\d+$/.test(trimmed) ? trimmed.replace(/^0+(?=\d)/, '') : trimmed
}

function placeOf({
  row,
  column,
}: {
  row?: string | null | undefined
  column?: string | null | undefined
}): string | null {
  const [y, x] = [keyOf(row), keyOf(column)]
  return y === null || x === null ? null : `${y}/${x}`
}

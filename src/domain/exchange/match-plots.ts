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
  /** Plots here that are one there by its name, and another one by its number. */
  contradictory: string[]
  onlyHere: string[]
  onlyThere: There[]
}

type Key = { by: MatchedBy; here: (plot: PlotHere) => string | null; there: (plot: PlotThere) => string | null }

const NAME: Key = { by: 'name', here: ({ plotId }) => keyOf(plotId), there: ({ name }) => keyOf(name) }
const NUMBER: Key = { by: 'number', here: ({ plotId }) => keyOf(plotId), there: ({ number }) => keyOf(number) }
const PLACE: Key = { by: 'place', here: placeOf, there: placeOf }

/**
 * The plots of a study that are those of a trial: by their names, else by their numbers, else by row and column, whichever is true of
 * most. What two plots of one side have in common says nothing, nor does a name against a number. It pauses after each step: a trial
 * may have 20,000 plots.
 */
export async function matchPlots<There extends PlotThere>(
  here: readonly PlotHere[],
  there: readonly There[],
  pause: () => Promise<unknown>,
): Promise<MatchedPlots<There>> {
  const byName = pairsBy(NAME, here, there)
  await pause()
  const byNumber = pairsBy(NUMBER, here, there)
  await pause()
  const contradictory = new Set([...contradictions(byName, byNumber), ...contradictions(byNumber, byName)])
  for (const pairs of [byName, byNumber]) for (const plotId of contradictory) pairs.delete(plotId)
  await pause()
  const found = [
    { by: NAME.by, pairs: byName },
    { by: NUMBER.by, pairs: byNumber },
    // Rows may be counted from another side there, so a place is no argument against a name.
    { by: PLACE.by, pairs: contradictory.size > 0 ? new Map<string, There>() : pairsBy(PLACE, here, there) },
  ]
  await pause()
  const best = found.reduce((one, other) => (other.pairs.size > one.pairs.size ? other : one))
  const { pairs } = best
  const matched = new Set(pairs.values())
  return {
    by: pairs.size > 0 ? best.by : null,
    pairs,
    contradictory: [...contradictory],
    onlyHere: here.map(({ plotId }) => plotId).filter((plotId) => !pairs.has(plotId) && !contradictory.has(plotId)),
    onlyThere: there.filter((unit) => !matched.has(unit)),
  }
}

function pairsBy<There extends PlotThere>(key: Key, here: readonly PlotHere[], there: readonly There[]) {
  const units = uniqueBy(there, key.there)
  const pairs = new Map<string, There>()
  for (const [text, plot] of uniqueBy(here, key.here)) {
    const unit = units.get(text)
    if (unit) pairs.set(plot.plotId, unit)
  }
  return pairs
}

/** Plots that are another one by the other key, or whose partner is. */
function contradictions<There>(one: ReadonlyMap<string, There>, other: ReadonlyMap<string, There>): string[] {
  const plotOf = new Map([...other].map(([plotId, unit]) => [unit, plotId]))
  return [...one].flatMap(([plotId, unit]) => {
    const partner = other.get(plotId)
    const namesake = plotOf.get(unit)
    return (partner !== undefined && partner !== unit) || (namesake !== undefined && namesake !== plotId)
      ? [plotId]
      : []
  })
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

function placeOf({ row, column }: PlotHere | PlotThere): string | null {
  const [y, x] = [keyOf(row), keyOf(column)]
  return y === null || x === null ? null : `${y}/${x}`
}

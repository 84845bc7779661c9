// Colours of plots for something else than the values of a date.
import { unitOfDifferences } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { naturalOrder } from '#domain/natural-order.ts'
import { RAMPS } from '#imagery/rasters/ramps.ts'
import { type Colours, limitsOf, type Scale } from '#imagery/traits/derived/colour-scale.ts'
import { ranksOf } from '#imagery/traits/derived/correlations.ts'
import { isCheckType } from '#imagery/traits/derived/trial-design.ts'
import { meanOf } from '../analysis/summary.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import type { DatedValues, Trait, Workspace } from '../workspace/workspace.ts'

export type Recoloured = {
  day: DatedValues
  trait: Trait
  title: string
  scale: Scale
  colours: Colours
  /** Where the limits of the colours come from, as a sentence. */
  limits: string
  /** A value for people, where it isn't a number with the unit of the trait. */
  textOf?: (value: number) => string
  /** Plots have names in place of values: a value is the place of its name here. */
  names?: readonly string[]
}

/** What a trait changed by in each plot, from the earlier to the later date. No change has the middle of the colours. */
export function changeBetween(
  { trait, title, dates }: Pick<Workspace, 'trait' | 'title' | 'dates'>,
  one: DatedValues,
  two: DatedValues,
): Recoloured {
  const [before, after] = dates.indexOf(one) < dates.indexOf(two) ? [one, two] : [two, one]
  const values = after.values.map((value, at) => {
    const earlier = before.values[at] ?? null
    return value === null || earlier === null ? null : value - earlier
  })
  const date = `${before.date} to ${after.date}`
  return differences({ trait, title: `Change of ${title}`, day: { ...after, date } }, values)
}

/** Before the name of a column of the plots, so that it is never the name of something else. */
export const COLUMN = 'column '
const COLUMNS_MAX = 30

export type Offered = { value: string; label: string }

/** The columns of the plots, as the address names them. */
export function columnsOffered(plots: Workspace['plots']): Offered[] {
  const names = new Set(plots.flatMap(({ attributes }) => Object.keys(attributes)))
  return [...names].slice(0, COLUMNS_MAX).map((name) => ({ value: `${COLUMN}${name}`, label: titleOf(name) }))
}

/** What plots can be coloured by, as the address says it. */
export const coloursOffered = (plots: Workspace['plots'], columns: readonly Offered[]): Offered[] => [
  { value: '', label: 'Value' },
  { value: 'rank', label: 'Rank' },
  ...(plots.some(isCheckPlot) ? [{ value: 'checks', label: 'Difference from the checks' }] : []),
  ...columns,
]

const isCheckPlot = ({ attributes }: PlotOutline): boolean => isCheckType(attributes.entryType)

const titleOf = (column: string): string => displayName(column).replace(/^./, (first) => first.toUpperCase())

type Shown = Pick<Workspace, 'trait' | 'title' | 'plots'> & {
  day: DatedValues
  colours: Colours
  /** Whether people left the value of a plot out. */
  isExcluded: (plotId: string) => boolean
}

/** As the address asks for it; null for the values themselves. Excluded plots have no rank, and no difference. */
export function recoloured(asked: string | null, shown: Shown): Recoloured | null {
  if (asked === 'rank') return byRank(shown, countedOf(shown))
  if (asked === 'checks') return fromChecks(shown, countedOf(shown))
  return asked?.startsWith(COLUMN) ? byName(shown, asked.slice(COLUMN.length)) : null
}

const countedOf = ({ plots, day, isExcluded }: Shown): (number | null)[] =>
  day.values.map((value, at) => (isExcluded(plots[at]?.plotId ?? '') ? null : value))

/** The greatest value has rank 1 and the last colour, as it has on the map of values. */
function byRank({ trait, title, day, colours }: Shown, counted: readonly (number | null)[]): Recoloured {
  const known = counted.filter((value) => value !== null)
  const ranks = ranksOf(known.map((value) => -value)).values()
  return {
    ...replaced(
      { trait, day },
      '',
      counted.map((value) => (value === null ? null : (ranks.next().value ?? null))),
    ),
    title: `Rank of ${title}`,
    scale: [Math.max(2, known.length), 1],
    colours,
    limits: 'Limits: last to first',
    textOf: (rank) => String(Math.round(10 * rank) / 10),
  }
}

/** How much more than the mean of all check plots of the date a plot has. */
function fromChecks({ trait, title, day, plots }: Shown, counted: readonly (number | null)[]): Recoloured {
  const checks = counted.flatMap((value, at) => {
    const plot = plots[at]
    return value !== null && plot && isCheckPlot(plot) ? [value] : []
  })
  const mean = meanOf(checks)
  const values = counted.map((value) => (value === null || checks.length === 0 ? null : value - mean))
  return differences(
    { trait, title: `${title}, difference from the mean of ${checks.length} check plots`, day },
    values,
  )
}

function differences(of: { trait: Trait; title: string; day: DatedValues }, values: (number | null)[]): Recoloured {
  const [low, high] = limitsOf(values) ?? [-1, 1]
  const most = Math.max(Math.abs(low), Math.abs(high)) || 1
  return {
    ...replaced(of, unitOfDifferences(of.trait.unit), values),
    title: of.title,
    scale: [-most, most],
    colours: { ramp: 'change', classes: 0 },
    limits: 'Limits: 2nd to 98th percentile of plots, as far below as above 0',
  }
}

/** A few names have a colour each; more have their places in a ramp, in the order of their names. */
function byName({ trait, day, plots, colours }: Shown, column: string): Recoloured {
  const texts = plots.map(({ attributes }) => attributes[column] ?? '')
  const names = [...new Set(texts)].filter((name) => name !== '').toSorted(naturalOrder)
  const isFew = names.length <= RAMPS.names.length
  const places = new Map(names.map((name, at) => [name, isFew ? at + 0.5 : at]))
  return {
    ...replaced(
      { trait, day },
      '',
      texts.map((text) => places.get(text) ?? null),
    ),
    title: titleOf(column),
    scale: [0, isFew ? RAMPS.names.length : names.length - 1],
    colours: isFew ? { ramp: 'names', classes: RAMPS.names.length } : { ...colours, classes: 0 },
    limits: `${names.length.toLocaleString('en')} names in their order`,
    textOf: (place) => displayName(names[Math.floor(place)] ?? ''),
    ...(isFew && { names: names.map(displayName) }),
  }
}

const replaced = ({ trait, day }: Pick<Recoloured, 'trait' | 'day'>, unit: string, values: (number | null)[]) => ({
  day: { ...day, unit, values, flags: [], commonFlags: [] },
  trait: { ...trait, unit },
})

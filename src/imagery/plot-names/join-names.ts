// Ties what a table says of plots to the plots of a trial. Nothing is left out in silence.
import type { Plot } from '#domain/trials.ts'
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { looseId } from '../plot-columns/plot-ids.ts'
import type { NamedPlot, PlotNames } from './read-names.ts'

/** How the rows and columns of the table become those of the field, in this order. */
export type Turns = { isSwapped: boolean; flipsRows: boolean; flipsColumns: boolean; isSerpentine: boolean }

type Named = Pick<Plot, 'plotId' | 'attributes'>
type Unnamed = Pick<NamedPlot, 'plotId' | 'attributes'>
export type JoinedBy = 'plot id' | 'row and column'

export type JoinedNames = {
  by: JoinedBy
  /** In the order of the plots: what each holds then. */
  plots: Named[]
  matched: number
  /** Plots of which the table says nothing. */
  missingInFile: string[]
  /** Lines or cells that belong to no plot. */
  missingInPlots: string[]
  /** Lines or cells for a plot that has one before. They are not taken. */
  duplicates: string[]
  /** Matched plots without a genotype. */
  withoutGenotype: string[]
}

/** @throws UnreadablePlots */
export function joinNames(plots: readonly Named[], { entries }: PlotNames, turns: Turns): JoinedNames {
  const turned = turn(entries, turns)
  const { by, find } = plotFinder(plots, entries)
  const found = new Map<Named, NamedPlot>()
  const [missingInPlots, duplicates]: [string[], string[]] = [[], []]
  for (const entry of turned) {
    const plot = find(entry)
    if (!plot) missingInPlots.push(labelOf(entry))
    else if (found.has(plot)) duplicates.push(labelOf(entry))
    else found.set(plot, entry)
  }
  const joined = plots.map((plot) => ({
    plotId: plot.plotId,
    attributes: { ...plot.attributes, ...found.get(plot)?.attributes },
  }))
  return {
    by,
    plots: joined,
    matched: found.size,
    missingInFile: plots.filter((plot) => !found.has(plot)).map(({ plotId }) => plotId),
    missingInPlots,
    duplicates,
    withoutGenotype: [...found].flatMap(([{ plotId }, { attributes }]) => (attributes.genotype ? [] : [plotId])),
  }
}

/**
 * Finds the plot of an entry: by plot ids, or by rows and columns where more entries are found so.
 * @throws UnreadablePlots
 */
export function plotFinder(
  plots: readonly Named[],
  entries: readonly Unnamed[],
): { by: JoinedBy; find: (entry: Unnamed) => Named | undefined } {
  const [byId, byPlace] = [finderById(plots), finderByPlace(plots)]
  const countOf = (find: (entry: Unnamed) => unknown) => entries.filter((entry) => find(entry) !== undefined).length
  const ofIds = countOf(byId)
  if (ofIds > 0 && ofIds >= countOf(byPlace.find)) return { by: 'plot id', find: byId }
  const [[one, other] = []] = byPlace.twice
  if (one !== undefined)
    throw new UnreadablePlots(
      `The plots ${one} and ${other} stand in the same row and column. Use a table with plot ids.`,
    )
  if (byPlace.isEmpty)
    throw new UnreadablePlots(
      'No plot id of this table is that of a plot, and the plots have no rows and columns yet. Use a table with the ids of the plots.',
    )
  return { by: 'row and column', find: byPlace.find }
}

/** 101.0 and 0101 are 101, where only one plot is called like that. */
function finderById(plots: readonly Named[]) {
  const exact = new Map(plots.map((plot) => [plot.plotId, plot]))
  const alike = Map.groupBy(plots, ({ plotId }) => looseId(plotId))
  return ({ plotId }: Unnamed): Named | undefined => {
    if (plotId === undefined) return undefined
    const [only, ...others] = alike.get(looseId(plotId)) ?? []
    return exact.get(plotId) ?? (others.length === 0 ? only : undefined)
  }
}

function finderByPlace(plots: readonly Named[]) {
  const byPlace = new Map<string, Named>()
  const twice: (readonly [string, string])[] = []
  for (const plot of plots) {
    const place = placeOf(plot.attributes)
    const other = place === undefined ? undefined : byPlace.get(place)
    if (other) twice.push([other.plotId, plot.plotId])
    else if (place !== undefined) byPlace.set(place, plot)
  }
  const find = ({ attributes }: Unnamed) => byPlace.get(placeOf(attributes) ?? '')
  return { find, twice, isEmpty: byPlace.size === 0 }
}

const labelOf = ({ place, plotId, attributes: { genotype } }: NamedPlot): string =>
  [place, plotId ?? genotype].filter(Boolean).join(': ')

/** '01' and '1' are one row. */
const placeOf = ({ row, column }: Plot['attributes']): string | undefined =>
  row === undefined || column === undefined ? undefined : `${looseId(row)}/${looseId(column)}`

/** Entries without a row and a column stay as they are. */
function turn(entries: readonly NamedPlot[], { isSwapped, flipsRows, flipsColumns, isSerpentine }: Turns): NamedPlot[] {
  const places = entries.map(({ attributes }) => numbersIn(attributes, isSwapped))
  const [rows, columns] = [spanOf(places, 0), spanOf(places, 1)]
  return entries.map((entry, at) => {
    const place = places[at]
    if (!place) return entry
    const row = flipsRows ? rows.low + rows.high - place[0] : place[0]
    // Every other row was walked, and written down, backwards.
    const isBackwards = isSerpentine && (row - rows.low) % 2 === 1
    const column = flipsColumns !== isBackwards ? columns.low + columns.high - place[1] : place[1]
    return { ...entry, attributes: { ...entry.attributes, row: String(row), column: String(column) } }
  })
}

type Place = readonly [row: number, column: number]

function numbersIn({ row, column }: Plot['attributes'], isSwapped: boolean): Place | undefined {
  if (row === undefined || column === undefined || !/^\d{1,6}$/.test(row) || !/^\d{1,6}$/.test(column)) return undefined
  return isSwapped ? [Number(column), Number(row)] : [Number(row), Number(column)]
}

function spanOf(places: readonly (Place | undefined)[], axis: 0 | 1): { low: number; high: number } {
  let [low, high] = [Infinity, -Infinity]
  for (const place of places) {
    if (!place) continue
    low = Math.min(low, place[axis])
    high = Math.max(high, place[axis])
  }
  return { low, high }
}

// Ties what a table says of plots to the plots of a trial. Nothing is left out in silence.
import type { Plot } from '#domain/trials.ts'
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
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
 * Finds the plot of an entry: by plot ids when any is that of a plot, else by rows and columns.
 * @throws UnreadablePlots
 */
export function plotFinder(
  plots: readonly Named[],
  entries: readonly Unnamed[],
): { by: JoinedBy; find: (entry: Unnamed) => Named | undefined } {
  const ids = new Set(plots.map(({ plotId }) => plotId))
  const isById = entries.some(({ plotId }) => plotId !== undefined && ids.has(plotId))
  const keyOf = isById ? ({ plotId }: Unnamed) => plotId : ({ attributes }: Unnamed) => placeOf(attributes)
  const byKey = new Map<string, Named>()
  for (const plot of plots) {
    const key = keyOf(plot)
    const other = key === undefined ? undefined : byKey.get(key)
    if (other)
      throw new UnreadablePlots(
        `The plots ${other.plotId} and ${plot.plotId} stand in the same row and column. Use a table with plot ids.`,
      )
    if (key !== undefined) byKey.set(key, plot)
  }
  if (byKey.size === 0)
    throw new UnreadablePlots(
      'No plot id of this table is that of a plot, and the plots have no rows and columns yet. Use a table with the ids of the plots.',
    )
  return { by: isById ? 'plot id' : 'row and column', find: (entry) => byKey.get(keyOf(entry) ?? '') }
}

const labelOf = ({ place, plotId, attributes: { genotype } }: NamedPlot): string =>
  [place, plotId ?? genotype].filter(Boolean).join(': ')

/** '01' and '1' are one row. */
const placeOf = ({ row, column }: Plot['attributes']): string | undefined =>
  row === undefined || column === undefined ? undefined : `${plain(row)}/${plain(column)}`

const plain = (text: string): string => (/^\d+$/.test(text) ? String(Number(text)) : text)

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

// Rows of the table under a line for each genotype.
import type { Excluded } from '../../analysis/use-excluded.ts'
import type { PlotOutline } from '../../workspace/plot-geometry.ts'
import { type Sort, sorted, type TableColumn, whyExcluded } from '../table-model.ts'

/** The plots of a genotype that are shown, by their places; null for those without one. */
export type Group = { genotype: string | null; places: readonly number[] }

/** A plot by its place, or the line above the plots of a genotype. */
export type TableRow = number | Group

/** What the table shows. */
export type ShownRows = { plots: readonly PlotOutline[]; columns: readonly TableColumn[]; rows: readonly TableRow[] }

export const isGroup = (row: TableRow): row is Group => typeof row !== 'number'

export const nameOfGroup = ({ genotype }: Group): string => genotype ?? 'Without a genotype'

/** In the order in which genotypes first come; plots without one are last. */
export function groupsOf(places: readonly number[], plots: readonly PlotOutline[]): Group[] {
  const byName = Map.groupBy(places, (at) => plots[at]?.attributes.genotype ?? null)
  const groups = [...byName].map(([genotype, own]) => ({ genotype, places: own }))
  return groups.toSorted((a, b) => Number(a.genotype === null) - Number(b.genotype === null))
}

type Of = { plots: readonly PlotOutline[]; excluded: Excluded }

const isCounted = (column: Pick<TableColumn, 'flightIds'>, at: number, { plots, excluded }: Of): boolean =>
  whyExcluded(column, plots[at]?.plotId ?? '', excluded) === undefined

/** Of a column of numbers the mean without excluded plots; of texts the one that all plots have. */
export function valueOfGroup(column: TableColumn, { places }: Group, of: Of): number | string | null {
  const { cells } = column
  if (column.isPlace) return null
  if (column.isText) {
    const [text = null, ...others] = new Set(places.map((at) => cells[at] ?? null))
    return others.length === 0 ? text : null
  }
  let [sum, count] = [0, 0]
  for (const at of places) {
    const value = cells[at]
    if (typeof value !== 'number' || !isCounted(column, at, of)) continue
    sum += value
    count += 1
  }
  return count === 0 ? null : sum / count
}

/** How many plots of a genotype are not excluded on all dates. */
export const countOfGroup = ({ places }: Group, of: Of): number => places.filter((at) => isCounted({}, at, of)).length

type Order = { sort: Sort | null; column: TableColumn | undefined; isCheck: (at: number) => boolean }

/** By the means of a column. Genotypes of checks stay on top, those without a value come last. */
export function sortedGroups(groups: readonly Group[], { sort, column, isCheck }: Order, of: Of): Group[] {
  const values = sort?.id === 'plot' ? groups.map(({ genotype }) => genotype) : undefined
  const means = column ? groups.map((group) => valueOfGroup(column, group, of)) : values
  const order = sorted([...groups.keys()], means, {
    isDown: sort?.isDown ?? false,
    isCheck: (at) => groups[at]?.places.some(isCheck) ?? false,
  })
  return order.flatMap((at) => groups[at] ?? [])
}

/** Each group above its plots, unless it is folded. */
export const rowsOf = (groups: readonly Group[], isFolded: (group: Group) => boolean): TableRow[] =>
  groups.flatMap((group) => (isFolded(group) ? [group] : [group, ...group.places]))

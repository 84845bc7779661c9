// Of the values of a trait: how genotypes and plots stand.
import { naturalOrder } from '#domain/natural-order.ts'
import { isRecorded } from '#imagery/plot-values/recorded-traits.ts'
import { checksOf, designOfPlots } from '#imagery/traits/derived/trial-design.ts'
import { type ExportColumn, type ExportTable, genotypesOf, hasGenotypes } from '../export-table.ts'

/** A trait with its columns, one for each date that has it. */
export type ReportTrait = { trait: string; name: string; unit: string; stat: string; columns: ExportColumn[] }

export function traitsOf({ columns }: ExportTable): ReportTrait[] {
  const traits = new Map<string, ReportTrait>()
  for (const column of columns.filter(({ type }) => type !== 'text')) {
    const { trait, name, unit, stat } = column
    const found = traits.get(trait) ?? { trait, name, unit, stat, columns: [] }
    found.columns.push(column)
    traits.set(trait, found)
  }
  return [...traits.values()]
}

/** What is said first of a trial, and the most that one reads. */
const MAIN = ['canopyCover', 'canopyHeight', 'NDVI', 'NDRE', 'NGRDI', 'GLI', 'ExG']
const MAIN_MAX = 6

const placeOf = ({ trait }: ReportTrait): number => (MAIN.includes(trait) ? MAIN.indexOf(trait) : MAIN.length)

/** The traits that have maps, charts and tables: first what people have recorded. */
export function mainOf(traits: readonly ReportTrait[]): ReportTrait[] {
  const [recorded, measured] = [true, false].map((of) => traits.filter(({ trait }) => isRecorded(trait) === of))
  const inOrder = (measured ?? []).toSorted((a, b) => placeOf(a) - placeOf(b))
  return [...(recorded ?? []).slice(0, MAIN_MAX), ...inOrder.slice(0, MAIN_MAX)]
}

/** The heading of a column. */
export const dateTitle = ({ date }: Pick<ExportColumn, 'date'>): string => date ?? 'No date'

/** A line of the tables and of the charts: a value for each column of a trait, NaN where there is none. */
export type Line = { name: string; plots: number; isCheck: boolean; values: number[] }

/** Means of genotypes by the model of the trial; of a trial that names none, its plots. */
export function linesOf(table: ExportTable, { columns }: ReportTrait): Line[] {
  const { plots } = table
  if (!hasGenotypes(table))
    return plots.map(({ plotId }, at) => ({
      name: plotId,
      plots: 1,
      isCheck: false,
      values: columns.map(({ values }) => values[at] ?? Number.NaN),
    }))
  const checks = new Set(checksOf(designOfPlots(plots)))
  const lines = new Map<string, Line>()
  for (const [at, column] of columns.entries())
    for (const { genotype, mean, plots: count } of genotypesOf(table, column)) {
      const line = lines.get(genotype) ?? {
        name: genotype,
        plots: 0,
        isCheck: checks.has(genotype),
        values: columns.map(() => Number.NaN),
      }
      line.plots = Math.max(line.plots, count)
      line.values[at] = mean
      lines.set(genotype, line)
    }
  return [...lines.values()].toSorted((a, b) => naturalOrder(a.name, b.name))
}

export function meanOf(values: Iterable<number>): number {
  let [sum, count] = [0, 0]
  for (const value of values)
    if (Number.isFinite(value)) {
      sum += value
      count += 1
    }
  return count === 0 ? Number.NaN : sum / count
}

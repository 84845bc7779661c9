// Of the values of a trait: their scale, and how genotypes and plots stand.
import { genotypeMeans } from '#imagery/traits/derived/genotypes.ts'
import { EXCLUDED, type ExportColumn, type ExportTable } from '../export-table.ts'

/** A trait with its columns, one for each flight that has it. */
export type ReportTrait = { trait: string; name: string; unit: string; stat: string; columns: ExportColumn[] }

export function traitsOf({ columns }: ExportTable): ReportTrait[] {
  const traits = new Map<string, ReportTrait>()
  for (const column of columns) {
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

/** The traits that have maps, charts and tables. */
export const mainOf = (traits: readonly ReportTrait[]): ReportTrait[] =>
  traits.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, MAIN_MAX)

/** Excluded plots have no values. */
export const withoutExcluded = (table: ExportTable): ExportTable => ({
  ...table,
  columns: table.columns.map((column) => ({
    ...column,
    values: column.values.map((value, at) => (((column.flags[at] ?? 0) & EXCLUDED) === 0 ? value : Number.NaN)),
  })),
})

/** A line of the tables and of the charts: a value for each column of a trait, NaN where there is none. */
export type Line = { name: string; plots: number; values: number[] }

export const hasGenotypes = ({ plots }: ExportTable): boolean =>
  plots.some(({ attributes }) => attributes.genotype !== undefined)

/** Means of genotypes in equal replicates; of a trial that names none, its plots. */
export function linesOf(table: ExportTable, { columns }: ReportTrait): Line[] {
  const { plots } = table
  if (!hasGenotypes(table))
    return plots.map(({ plotId }, at) => ({
      name: plotId,
      plots: 1,
      values: columns.map(({ values }) => values[at] ?? Number.NaN),
    }))
  const lines = new Map<string, Line>()
  for (const [at, { values }] of columns.entries()) {
    const measured = plots.flatMap(({ attributes: { genotype, rep } }, plot) => {
      const value = values[plot] ?? Number.NaN
      return genotype === undefined || !Number.isFinite(value) ? [] : [{ genotype, value, block: rep }]
    })
    for (const { genotype, mean, plots: count } of genotypeMeans(measured).means) {
      const line = lines.get(genotype) ?? { name: genotype, plots: 0, values: columns.map(() => Number.NaN) }
      line.plots = Math.max(line.plots, count)
      line.values[at] = mean
      lines.set(genotype, line)
    }
  }
  return [...lines.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
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

const RIM = 0.02

/** From the 2nd to the 98th percentile of all dates, so that colours and heights mean the same on each; null without values. */
export function scaleOf(columns: readonly Pick<ExportColumn, 'values'>[]): readonly [low: number, high: number] | null {
  const sorted = Float64Array.from(
    columns.flatMap(({ values }) => Array.from(values).filter(Number.isFinite)),
  ).toSorted()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  if (sorted.length === 0) return null
  const [low, high] = [at(RIM), at(1 - RIM)]
  return low < high ? [low, high] : [low - 0.5, low + 0.5]
}

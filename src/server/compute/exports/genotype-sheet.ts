import { FIELD_PLOTS_MAX, spatialMeans } from '#imagery/traits/derived/spatial-means.ts'
import { designOfPlots, fieldPlotsOf, haveOwnPlaces } from '#imagery/traits/derived/trial-design.ts'
import { type ExportTable, genotypesOf, hasGenotypes } from './export-table.ts'
import type { Cell, Sheet } from './workbook.ts'

/** Values of all columns that means are adjusted for places of: more of them take minutes. */
const ADJUSTED_MAX = 50_000

/** A row for each genotype, date and trait, without excluded plots; the means are those of the screens. */
export function genotypeSheet(table: ExportTable): Sheet {
  const name = 'Genotype means'
  if (!hasGenotypes(table))
    return { name, titles: ['The plots of this trial name no genotypes. Add them, and export again.'], rows: [] }
  const plots = designOfPlots(table.plots)
  const isAdjusted =
    fieldPlotsOf(plots, []).length > 0 &&
    plots.length <= FIELD_PLOTS_MAX &&
    plots.length * table.columns.length <= ADJUSTED_MAX &&
    haveOwnPlaces(plots)
  const titles = ['genotype', 'date', 'trait', 'stat', 'unit', 'mean', 'standard_error', 'plots', 'sd']
  return { name, titles: [...titles, ...(isAdjusted ? ['adjusted_mean', 'adjusted_error'] : [])], rows: rows() }

  function* rows(): Generator<Cell[]> {
    for (const column of table.columns) {
      const { date, label, stat, unit, type, values } = column
      if (type === 'text') continue
      const cell = (mean: number): Cell => (type === 'date' ? { day: Math.round(mean) } : mean)
      const spatial = isAdjusted ? spatialMeans(fieldPlotsOf(plots, values), { genotypes: 'fixed' }) : undefined
      const adjusted = new Map(spatial?.means.map((one) => [one.genotype, one]))
      for (const { genotype, mean, standardError, plots: count, sd } of genotypesOf(table, column)) {
        const own = adjusted.get(genotype)
        const placed = own ? [cell(own.mean), own.standardError] : [null, null]
        yield [genotype, date, label, stat, unit, cell(mean), standardError, count, sd, ...(isAdjusted ? placed : [])]
      }
    }
  }
}

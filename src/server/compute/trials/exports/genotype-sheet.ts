import { genotypeMeans } from '#imagery/traits/derived/genotype-means.ts'
import { genotypesByChoice } from '#imagery/traits/derived/genotypes-by-choice.ts'
import { type Choice, chosenOf } from '#imagery/traits/derived/model-choice.ts'
import { designOfPlots, plotValuesOf } from '#imagery/traits/derived/trial-design.ts'
import { type ExportTable, hasGenotypes, numberOrNull } from './export-table.ts'
import type { Cell, Sheet } from './workbook.ts'

/** Values of all columns whose genotypes are compared: more of them take minutes. Of few plots, a column takes as long as of 100. */
const COMPARED_MAX = 50_000
const PLOTS_MIN = 100

const TOO_MANY =
  'Only means: comparisons, BLUPs and adjusted means of this many traits and dates take too long. Open Genotypes, choose a trait, and download its workbook there.'

const TITLES = [
  'genotype',
  'date',
  'trait',
  'stat',
  'unit',
  'mean',
  'standard_error',
  'plots',
  'sd',
  'blup',
  'adjusted_mean',
  'adjusted_error',
  'rank',
  'letters',
  'difference_to_check',
  'limit',
  'differs',
  'note',
]

/** A row for each genotype, date and trait, without excluded plots; the figures are those of the screen by the same choice. */
export function genotypeSheet(table: ExportTable, choice: Choice): Sheet {
  const name = 'Genotype means'
  if (!hasGenotypes(table))
    return { name, titles: ['The plots of this trial name no genotypes. Add them, and export again.'], rows: [] }
  return { name, titles: TITLES, rows: rowsOf(table, choice) }
}

function* rowsOf({ plots, columns }: ExportTable, choice: Choice): Generator<Cell[]> {
  const design = designOfPlots(plots)
  const compared = columns.filter(({ type }) => type !== 'text')
  const isCompared = Math.max(plots.length, PLOTS_MIN) * compared.length <= COMPARED_MAX
  const compare = genotypesByChoice(design, choice)
  const chosen = chosenOf(design, choice)
  for (const { date, label, stat, unit, type, values } of compared) {
    const cell = (mean: number): Cell => (type === 'date' ? { day: Math.round(mean) } : mean)
    const about = (genotype: string) => [genotype, date, label, stat, unit]
    if (!isCompared) {
      const { means } = genotypeMeans(plotValuesOf(chosen.plots, values))
      for (const { genotype, mean, standardError, plots: count, sd } of means)
        yield [...about(genotype), cell(mean), standardError, count, sd, ...Array<null>(8).fill(null), TOO_MANY]
      continue
    }
    const { comparison, note = null } = compare(Array.from(values, numberOrNull))
    for (const row of comparison.rows) {
      const { adjusted, difference } = row
      yield [
        ...about(row.genotype),
        cell(row.mean),
        row.standardError,
        row.plots,
        row.sd,
        choice.treatments === 'each' ? null : row.effect,
        adjusted ? cell(adjusted.mean) : null,
        adjusted?.standardError ?? null,
        row.rank,
        row.letters,
        difference?.difference ?? null,
        difference?.limit ?? null,
        difference && (difference.isSignificant ? 'yes' : 'no'),
        note,
      ]
    }
  }
}

/** By which choice. */
export function comparisonSheet({ plots }: Pick<ExportTable, 'plots'>, choice: Choice): Sheet {
  const { treatments, hasBlocks, rate, isAdjusted } = choice
  const { check } = chosenOf(designOfPlots(plots), choice)
  return {
    name: 'Comparison',
    titles: ['what', 'choice'],
    rows: [
      [
        'treatments',
        treatments === 'all'
          ? 'all, their effect fitted'
          : treatments === 'each'
            ? 'each genotype in each treatment'
            : `only ${treatments.only}`,
      ],
      ['replicates and blocks', hasBlocks ? 'fitted' : 'not fitted'],
      ['compared by', isAdjusted ? 'means adjusted for places' : 'means of plots'],
      ['test', rate === 'family' ? 'Tukey; Dunnett for the check' : 'LSD, each pair by itself'],
      ['check', check],
    ],
  }
}

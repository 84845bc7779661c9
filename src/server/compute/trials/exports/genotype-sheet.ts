import { csvLine } from '#domain/csv.ts'
import { dateOfDay } from '#domain/dates.ts'
import { genotypeMeans } from '#imagery/traits/derived/genotype-means.ts'
import type { Fitted } from '#imagery/traits/derived/genotype-model.ts'
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

/** Of each column its name, its type and its meaning. */
const COLUMNS = [
  ['genotype', 'text', 'What grows there'],
  ['date', 'text', 'The date of the flight or of what people have recorded'],
  ['trait', 'text', 'The trait of which these are means'],
  ['stat', 'text', 'The statistic of the values of plots'],
  ['unit', 'text', 'The unit of means and errors; those of dates are days'],
  ['mean', 'number', 'The mean of the genotype by the model (BLUE)'],
  ['standard_error', 'number', 'The standard error of the mean'],
  ['plots', 'count', 'How many plots have a value'],
  ['sd', 'number', 'The standard deviation of the values of its plots as they are'],
  ['blup', 'number', 'How far the genotype is above the mean of all, as a random effect (BLUP)'],
  [
    'adjusted_mean',
    'number',
    'The mean adjusted for the places of plots (SpATS): treatments fixed, rows and columns random, P-splines in two dimensions',
  ],
  ['adjusted_error', 'number', 'The standard error of the adjusted mean'],
  ['rank', 'number', 'Its place among the means that are compared; 1 is the greatest'],
  ['letters', 'text', 'Genotypes that share a letter are not shown to differ at 5 %'],
  ['difference_to_check', 'number', 'Its mean less that of the check'],
  ['limit', 'number', 'A difference to the check counts when it exceeds this, at 5 %'],
  ['differs', 'text', 'Whether it does: yes or no'],
  ['model', 'text', 'What was fitted for the mean, as lme4 writes it'],
  ['note', 'text', 'Why figures are missing, or what to know of them'],
] as const

/** A row for each genotype, date and trait, without excluded plots; the figures are those of the screen by the same choice. */
export function genotypeSheet(table: ExportTable, choice: Choice): Sheet {
  if (!hasGenotypes(table))
    return {
      name: SHEET,
      titles: ['The plots of this trial name no genotypes. Add them, and export again.'],
      rows: [],
    }
  return { name: SHEET, titles: COLUMNS.map(([title]) => title), rows: rowsOf(table, choice) }
}

/** The same as a file beside tables of other formats. Dates are written as such. */
export function genotypeFile(table: ExportTable, choice: Choice): Uint8Array {
  const rows = hasGenotypes(table) ? [...rowsOf(table, choice)] : []
  const lines = rows.map((cells) => cells.map((cell) => dateCell(cell) ?? plainCell(cell)))
  return new TextEncoder().encode([COLUMNS.map(([title]) => title), ...lines].map(csvLine).join(''))
}

const SHEET = 'Genotype means'

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
      const { means, fitted } = genotypeMeans(plotValuesOf(chosen.plots, values))
      const rest = [...Array<null>(8).fill(null), modelText(fitted), TOO_MANY]
      for (const { genotype, mean, standardError, plots: count, sd } of means)
        yield [...about(genotype), cell(mean), standardError, count, sd, ...rest]
      continue
    }
    const { comparison, note = null } = compare(Array.from(values, numberOrNull))
    const model = modelText(comparison.fitted)
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
        model,
        note,
      ]
    }
  }
}

const modelText = ({ treatments, replicates, blocks }: Fitted): string =>
  [
    'value ~ genotype',
    ...(treatments > 1 ? ['treatment'] : []),
    ...(replicates > 1 ? ['rep'] : []),
    ...(blocks > 0 ? ['(1 | rep:block)'] : []),
  ].join(' + ')

/** The same as a table of other files, where a mean of dates stands in a column of its own; null where no plot names a genotype. */
export function genotypeTable(table: ExportTable, choice: Choice): GenotypeTable | null {
  if (!hasGenotypes(table)) return null
  const dated = COLUMNS.flatMap(([title], at) => (DATED.has(title) ? [{ title, at }] : []))
  return {
    name: TABLE,
    columns: [
      ...COLUMNS,
      ...dated.map(({ title }) => [`${title}_date`, 'date', 'The same of a trait of dates'] as const),
    ],
    *rows() {
      for (const cells of rowsOf(table, choice))
        yield [...cells.map(plainCell), ...dated.map(({ at }) => dateCell(cells[at] ?? null))]
    },
  }
}

type ColumnType = (typeof COLUMNS)[number][1] | 'date'
type GenotypeTable = {
  name: string
  columns: readonly (readonly [title: string, type: ColumnType, meaning: string])[]
  rows: () => Iterable<(string | number | null)[]>
}

const TABLE = 'adjusted_means'
const DATED: ReadonlySet<string> = new Set(['mean', 'adjusted_mean'])

const plainCell = (cell: Cell): string | number | null => (typeof cell === 'object' ? null : cell)
const dateCell = (cell: Cell): string | null => (typeof cell === 'object' && cell ? dateOfDay(cell.day) : null)

/** What the columns mean, for the codebook of a file. */
export function* genotypeCodebook(table: ExportTable, choice: Choice): Generator<(string | null)[]> {
  const of = genotypeTable(table, choice)
  for (const [title, type, meaning] of of?.columns ?? [])
    yield [`${TABLE}.${title}`, meaning, null, type === 'count' ? 'number' : type]
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

import { csvLine } from '#domain/csv.ts'
import { describeTrait } from '#imagery/traits/catalogue/own-traits.ts'
import { type ExportColumn, type ExportTable, plotColumns } from './export-table.ts'
import { methodsOf } from './report/methods.ts'
import type { Sheet } from './workbook.ts'

export const CODEBOOK_TITLES = [
  'heading',
  'meaning',
  'unit',
  'type',
  'statistic',
  'date',
  'trait',
  'formula',
  'reference',
  'doi',
  'note',
  'account_name',
]

const IDENTITY_MEANINGS: Readonly<Record<string, string>> = {
  plot_id: 'Which plot it is',
  plot_barcode: 'The barcode of the plot',
  row: 'Its row in the field',
  column: 'Its column in the field',
  rep: 'Its replicate',
  block: 'Its block',
  entry: 'The number of its entry',
  genotype: 'What grows there',
  entry_type: 'Check, test or filler',
  treatment: 'What was done to it',
  exclusion_reason: 'Why people have left the plot out; its values are empty',
}

/** A row for each heading of a table with a row for each plot. */
export function* codebookRows(table: ExportTable): Generator<(string | null)[]> {
  for (const { title, isNumber } of plotColumns(table))
    yield [title, IDENTITY_MEANINGS[title] ?? null, null, isNumber ? 'number' : 'text', ...Array<null>(8).fill(null)]
  for (const column of table.columns) yield [...aboutColumn(column), ...aboutTrait(column, table)]
}

const aboutColumn = ({ title, name, unit, type, flight, stat, date }: ExportColumn): (string | null)[] => [
  title,
  name,
  unit === '1' ? null : unit,
  type,
  flight === null ? null : stat,
  date,
]

function aboutTrait(
  { flight, label, trait, accountName }: ExportColumn,
  { measurement }: ExportTable,
): (string | null)[] {
  if (flight === null) return [label, null, null, null, 'Recorded by people', null]
  const { formula, reference, doi, note } = describeTrait(trait, measurement?.formulas)
  return [label, formula, reference, doi, note, accountName]
}

/** What the headings of the other sheets mean. */
export const codebookSheet = (table: ExportTable): Sheet => ({
  name: 'Codebook',
  titles: CODEBOOK_TITLES,
  rows: codebookRows(table),
})

/** The same as a file beside tables of other formats, with how the values were made. */
export const codebookFile = (table: ExportTable): Uint8Array =>
  new TextEncoder().encode(
    [CODEBOOK_TITLES, ...codebookRows(table), [], ['methods', methodsOf(table)]].map(csvLine).join(''),
  )

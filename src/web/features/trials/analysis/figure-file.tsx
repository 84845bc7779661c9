import { BYTE_ORDER_MARK, csvLine } from '#domain/csv.ts'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { problemOf } from '../messages.ts'
import type { FigureColumn } from './figure-table.tsx'

type FigureFileProps<Row> = {
  what: string
  fileName: string
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
}

/** Saves the rows of a table of figures as a file. */
export const FigureFile = <Row,>({ what, fileName, columns, rows }: FigureFileProps<Row>) => (
  <ExportButton
    what={what}
    fileName={() => fileName}
    load={(_signal, onRows) => {
      onRows(rows.length)
      return Promise.resolve(csvOf(columns, rows))
    }}
    of={undefined}
    explain={problemOf}
  />
)

function csvOf<Row>(columns: readonly FigureColumn<Row>[], rows: readonly Row[]): Blob {
  const lines = rows.map((row) => csvLine(columns.map(({ value }) => value(row))))
  return new Blob([BYTE_ORDER_MARK, csvLine(columns.map(({ title }) => title)), ...lines], {
    type: 'text/csv;charset=utf-8',
  })
}

import type { CsvColumn } from '#domain/csv.ts'

/** A reply whose last list, which is empty in `head`, is written while it is sent. */
export type ListReply<Reply> = { head: Reply; rows: AsyncIterable<readonly object[]> }

/** A table of any length, which is written while it is sent; or a file of another kind. */
export type TableReply<Row extends object = object> =
  | {
      format: 'json' | 'csv'
      columns: readonly CsvColumn<Row>[]
      batches: AsyncIterable<readonly Row[]>
    }
  | { format: 'xlsx' | 'geojson' | 'gpkg' | 'report' | 'fieldimager' | 'field-book'; chunks: AsyncIterable<Uint8Array> }

import { randomUUID } from 'node:crypto'
import type { CsvColumn } from '#domain/csv.ts'

/** Stands in the head of a reply for the rows of a list. Nobody else's text can be the same. */
export const ROWS = randomUUID()

/** A reply with a list that is written while it is sent: in `head` it holds ROWS. */
export type ListReply<Reply> = { head: Reply; rows: AsyncIterable<readonly object[]> }

/** A table of any length, which is written while it is sent; or a file of another kind. */
export type TableReply<Row extends object = object> =
  | {
      format: 'json' | 'csv'
      columns: readonly CsvColumn<Row>[]
      batches: AsyncIterable<readonly Row[]>
    }
  | {
      format: 'xlsx' | 'geojson' | 'gpkg' | 'report' | 'fieldimager' | 'field-book' | 'codebook' | 'means'
      chunks: AsyncIterable<Uint8Array>
    }

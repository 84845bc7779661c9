import type { JoinedColumn } from '#imagery/plot-values/join-values.ts'
import type { ColumnComparison } from '../analysis/jobs.ts'
import type { WholeMatch } from './column-matches.ts'

/** A column that is compared, and its place in the table. */
export type Compared = { at: number; column: JoinedColumn; match: WholeMatch }
export type ReportRow = Compared & { comparison: ColumnComparison; ours: readonly (number | null)[]; unit: string }

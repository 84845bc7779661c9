// The tables of runs.
import type { ColumnType } from 'kysely'
import type { EngineName, PresetName, RunOptions, RunPriority, RunQuality } from '#domain/processing.ts'

export type RunsTable = {
  /** That of its work. */
  id: string
  analysisId: string
  /** The archive; null once that is removed. */
  fileId: string | null
  engine: EngineName
  preset: PresetName | null
  options: ColumnType<RunOptions, string, string>
  priority: RunPriority
  /** As the engine counts. */
  attempt: number
  /** Null until it has begun, and of an engine that doesn't say it. */
  engineVersion: ColumnType<string | null, undefined, string | null>
  /** By the engine, for this attempt. */
  remembered: ColumnType<string | null, undefined, string | null>
  /** The key of the product that is being stored, until it is recorded. */
  writing: ColumnType<string | null, undefined, string | null>
  advice: ColumnType<string | null, undefined, string | null>
  evidence: ColumnType<string[], string, string>
  suggestedOptions: ColumnType<RunOptions | null, undefined, string | null>
  quality: ColumnType<RunQuality | null, undefined, string | null>
  /** Of all photos, of a run that is done, as far as the flight is known. */
  megapixels: ColumnType<number | null, undefined, number | null>
  /** Null when it started by itself. */
  startedBy: string | null
  restartedFrom: string | null
}

/** The last lines of its log. */
export type RunLinesTable = { runId: string; number: number; at: Date; line: string }

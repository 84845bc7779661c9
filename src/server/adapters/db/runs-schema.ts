// The tables of runs.
import type { ColumnType, Selectable } from 'kysely'
import type {
  EngineName,
  PresetName,
  RunOptions,
  RunPriority,
  RunQuality,
  RunStage,
  RunState,
} from '#domain/processing.ts'

export type RunsTable = {
  id: string
  analysisId: string
  /** The archive. */
  fileId: string
  engine: EngineName
  preset: PresetName | null
  options: ColumnType<RunOptions, string, string>
  priority: RunPriority
  /** From QUEUED to RUNNING when its engine has room for it; a job works on it then. */
  state: RunState
  stage: RunStage
  fraction: number
  /** As the engine counts. */
  attempt: number
  /** How often it was taken up, without those that a stop of the program ended. */
  tries: number
  /** Of the job that works on it: what another one reports, counts no more. */
  holder: string | null
  /** By the engine, for this attempt. */
  remembered: string | null
  /** The key of the product that is being stored, until it is recorded. */
  writing: string | null
  reason: string | null
  advice: string | null
  evidence: ColumnType<string[], string, string>
  suggestedOptions: ColumnType<RunOptions | null, string | null, string | null>
  quality: ColumnType<RunQuality | null, string | null, string | null>
  /** Of all photos, of a run that is done, as far as the flight is known. */
  megapixels: ColumnType<number | null, undefined, number | null>
  requestedAt: Date
  startedAt: Date | null
  endedAt: Date | null
  /** Null when it started by itself. */
  startedBy: string | null
  restartedFrom: string | null
}

/** The last lines of its log. */
export type RunLinesTable = { runId: string; number: number; at: Date; line: string }

export type Run = Selectable<RunsTable>

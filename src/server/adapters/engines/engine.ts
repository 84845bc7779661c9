// What turns the photos of an archive into maps: nodes of a farm, or this machine.
import type { ReportCategory } from '#domain/analyses.ts'
import type { EngineOption } from '#domain/engine-options.ts'
import type { KnownLens, ProductKind, RunOptions, RunQuality, RunStage } from '#domain/processing.ts'
import type { PhotoPosition } from '#imagery/control-points/photo-positions.ts'

export type { PhotoPosition, ProductKind, RunQuality, RunStage }

export type EnginePhoto = {
  /** With its folders: names in different folders are different photos. */
  name: string
  bytes: number
  /** By a file beside it, of PPK for example. */
  position: PhotoPosition | null
  /** Reads it from its start; may be called again after a failure. */
  open: () => AsyncIterable<Uint8Array>
}

/** Beside the photos: ground control points and the like, small enough for memory. */
export type EngineFile = { name: string; content: Uint8Array }

export type EngineProduct = {
  fileName: string
  kind: ProductKind
  /** What it is for, for people: a sentence. */
  purpose: string
  bytes: number
  open: () => AsyncIterable<Uint8Array>
}

export type EngineOrder = {
  /** The same run and attempt go on where they were; another attempt begins from the start. */
  runId: string
  attempt: number
  photos: readonly EnginePhoto[]
  files: readonly EngineFile[]
  /** Of the cameras of the customer, from earlier flights. */
  lenses: readonly KnownLens[]
  outputs: readonly ReportCategory[]
  /** Of a preset or of staff, by the names of the engine. */
  options: RunOptions
  /** What `remember` was given last for this attempt, for example the node that has it. */
  remembered: string | null
  remember: (what: string) => Promise<void>
  /** The stage, and the part of it that is done, from 0 to 1. */
  report: (stage: RunStage, fraction: number) => void
  /** What works on it, with its version, as it says it itself. */
  noteVersion: (version: string) => Promise<void>
  /** A line for people; no secrets. */
  log: (line: string) => void
  /** Takes a product that is whole and valid. May be called again with the same name, which replaces it. */
  keep: (product: EngineProduct) => Promise<void>
  signal: AbortSignal
}

/** Whether the engine can take work now; `reason` is for people. */
export type EngineState = {
  isReady: boolean
  reason: string | null
  capacity: number
  /** Machines of it that don't answer. */
  away: number
}

export type Engine = {
  /**
   * Runs an order to its end. Rejects with RunFailed where another attempt would fail alike, with the reason of the signal, and with
   * other errors after which the same attempt can go on.
   */
  run: (order: EngineOrder) => Promise<RunQuality>
  /** Ends what still runs elsewhere for a run that was cancelled, and frees its space. */
  discard: (run: { runId: string; attempt: number; remembered: string | null }) => Promise<void>
  state: () => Promise<EngineState>
  /** Empty where there are none, or the engine doesn't answer. */
  options: (signal: AbortSignal) => Promise<EngineOption[]>
}

type Failure = { advice: string; evidence?: readonly string[]; suggestedOptions?: RunOptions | undefined }

/** For people: what happened, and what to change. `evidence` are lines of the log or figures; `suggestedOptions` may help. */
export class RunFailed extends Error {
  readonly advice: string
  readonly evidence: readonly string[]
  readonly suggestedOptions: RunOptions | null
  constructor(message: string, { advice, evidence = [], suggestedOptions }: Failure) {
    super(message)
    this.name = 'RunFailed'
    this.advice = advice
    this.evidence = evidence
    this.suggestedOptions = suggestedOptions ?? null
  }
}

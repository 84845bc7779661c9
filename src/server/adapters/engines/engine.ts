// What turns the photos of an archive into maps: nodes of a farm, or this machine.
import type { ReportCategory } from '#domain/analyses.ts'

export type EnginePhoto = {
  /** With its folders: names in different folders are different photos. */
  name: string
  bytes: number
  /** Reads it from its start; may be called again after a failure. */
  open: () => AsyncIterable<Uint8Array>
}

/** Beside the photos: ground control points and the like, small enough for memory. */
export type EngineFile = { name: string; content: Uint8Array }

export const RUN_STAGES = ['waiting', 'sending', 'running', 'fetching', 'checking'] as const
export type RunStage = (typeof RUN_STAGES)[number]

export const PRODUCT_KINDS = ['orthomosaic', 'elevation', 'point-cloud', 'model', 'report', 'other'] as const
export type ProductKind = (typeof PRODUCT_KINDS)[number]

export type EngineProduct = {
  fileName: string
  kind: ProductKind
  bytes: number
  open: () => AsyncIterable<Uint8Array>
}

export type EngineOrder = {
  /** The same run and attempt go on where they were; another attempt begins from the start. */
  runId: string
  attempt: number
  photos: readonly EnginePhoto[]
  files: readonly EngineFile[]
  outputs: readonly ReportCategory[]
  /** Of a preset or of staff, by the names of the engine. */
  options: Readonly<Record<string, string | number | boolean>>
  /** What `remember` was given last for this attempt, for example the node that has it. */
  remembered: string | null
  remember: (what: string) => Promise<void>
  /** The stage, and the part of it that is done, from 0 to 1. */
  report: (stage: RunStage, fraction: number) => void
  /** A line for people; no secrets. */
  log: (line: string) => void
  /** Takes a product that is whole and valid. May be called again with the same name, which replaces it. */
  keep: (product: EngineProduct) => Promise<void>
  signal: AbortSignal
}

/** Of the whole run. What an engine doesn't know is null. */
export type RunQuality = {
  photos: number
  /** Photos that found their place. */
  usedPhotos: number | null
  reprojectionPixels: number | null
  /** Root mean square of cameras against their GPS positions. */
  gpsHorizontalMetres: number | null
  gpsVerticalMetres: number | null
  groundTiltDegrees: number | null
  /** Focal length that was found, by that of the photos. */
  focalRatio: number | null
  gsdCm: number | null
  areaHectares: number | null
  /** What was left out, and what to mind; sentences for people. */
  notes: string[]
}

/** Whether the engine can take work now; `reason` is for people. */
export type EngineState = { isReady: boolean; reason: string | null; capacity: number }

export type Engine = {
  /**
   * Runs an order to its end. Rejects with RunFailed where another attempt would fail alike, with the reason of the signal, and with
   * other errors after which the same attempt can go on.
   */
  run: (order: EngineOrder) => Promise<RunQuality>
  /** Ends what still runs elsewhere for a run that was cancelled, and frees its space. */
  discard: (run: { runId: string; attempt: number; remembered: string | null }) => Promise<void>
  state: () => Promise<EngineState>
}

/** For people: what happened, and what to change. `evidence` are lines of the log or figures. */
export class RunFailed extends Error {
  readonly advice: string
  readonly evidence: readonly string[]
  constructor(message: string, { advice, evidence = [] }: { advice: string; evidence?: readonly string[] }) {
    super(message)
    this.name = 'RunFailed'
    this.advice = advice
    this.evidence = evidence
  }
}

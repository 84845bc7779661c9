// What the steps of a run share.
import { hours, minutes, seconds } from '#domain/units.ts'
import type { EngineOrder } from '../engine.ts'
import type { Clock } from './clock.ts'
import type { SentFile } from './multipart.ts'
import type { NodeClient } from './node-client.ts'
import type { Remembered } from './remembered.ts'

export type FarmTimes = {
  /** Between two looks at a task, at most. */
  pollMs: number
  /** A node that doesn't answer for so long has lost its task. */
  lostMs: number
  /** A task that says the same for so long is stuck. */
  stuckMs: number
}
export const FARM_TIMES: FarmTimes = { pollMs: seconds(10), lostMs: minutes(15), stuckMs: hours(12) }

export type RunContext = {
  order: EngineOrder
  clock: Clock
  times: FarmTimes
  /** With their names at the node. */
  photos: readonly SentFile[]
  files: readonly SentFile[]
  /** What is kept for a restart; `keepInMind` changes it. */
  memory: Remembered
  keepInMind: (change: Partial<Remembered>) => Promise<void>
}

export type Task = { client: NodeClient; uuid: string }

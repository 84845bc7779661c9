import type { z } from 'zod'
import type { Database } from '../db/schema.ts'
import type { Turn } from './turns.ts'

/** Which machines run a job: light work has to be done soon, heavy work takes CPU, disk or hours. */
export const WEIGHTS = ['light', 'heavy'] as const
export type Weight = (typeof WEIGHTS)[number]

/** How many jobs of a kind a process runs at once, and as many small ones beside them. No kind waits for another. */
export const LANES = {
  default: { concurrency: 1, weight: 'light' },
  /** An email server that answers slowly holds up a few emails, not all. */
  mail: { concurrency: 4, weight: 'light' },
  /** A database of others that answers slowly holds up a few exchanges. */
  exchange: { concurrency: 4, weight: 'light' },
  files: { concurrency: 1, weight: 'heavy' },
  /** A large map takes minutes, and would hold up the files that arrive. */
  maps: { concurrency: 1, weight: 'heavy' },
  /** A trial of many flights takes long, too. */
  traits: { concurrency: 1, weight: 'heavy' },
  /** How many runs there are at once is a matter of the engine. */
  engines: { concurrency: 4, weight: 'heavy' },
  /** A run mostly waits for its node, for hours. */
  farm: { concurrency: 12, weight: 'heavy' },
} as const satisfies Record<string, { concurrency: number; weight: Weight }>

/** A kind of background work. Its payload is an id, and it can run twice without harm. */
export type Job<Payload extends object = object> = {
  name: string
  payload: z.ZodType<Payload>
  lane?: keyof typeof LANES
  /** Cron expression in UTC, for work that no call enqueues. */
  schedule?: string
  /** Delay before it starts; none when left out. */
  afterSeconds?: number
  /** Instead of 12 attempts with a first delay of a second; the delays double up to an hour. */
  retry?: { attempts: number; firstDelaySeconds: number }
  /** Owners take turns, and a small job doesn't wait for a big one. Left out, jobs run in their order. */
  turnsOf?(trx: Database, payloads: readonly Payload[]): Promise<readonly Turn[]>
  /** It waits for others, and takes no thread: it runs as long as it takes, one of an owner at a time. */
  onlyWaits?: boolean
  /** How many of an owner may wait; for what people start one by one. */
  waitingMax?: number
  /** What it works on. Of the jobs of one subject at most one waits and at most one runs. */
  subject?: Subject<Payload>
  /** Its progress is recorded for each subject, and it can be cancelled. */
  isTracked?: boolean
  /** The id of its record, where that is the id of what it makes. */
  workId?(payload: Payload): string
}

export type Subject<Payload extends object> = {
  of(payload: Payload): string
  /** What enqueueing does while it runs: nothing, or it runs once more afterwards. */
  whileRunning: 'ignore' | 'run-again'
}

export const defineJob = <Payload extends object>(job: Job<Payload>): Job<Payload> => job

/** What a job is about now, and how much of that is done, from 0 to 1. Recorded about once a second. */
export type Report = (stage: string, fraction: number) => void

/** Why a job can't be done, for people. Another attempt would meet the same, so there is none. */
export class CantBeDone extends Error {}

/** The signal says that the process stops, or that the job was cancelled. */
export type Attempt = { signal: AbortSignal; report: Report }

type Run<Deps, Payload> = (deps: Deps, payload: Payload, attempt: Attempt) => Promise<void>
/** `Deps` stands for whatever the worker needs; the queue does not know it. */
export type JobRun<Deps> = { job: Job; run: Run<Deps, never> }

/** Pairs a job with its function so that the payload's type is checked once, here. */
export const runs = <Deps, Payload extends object>(job: Job<Payload>, run: Run<Deps, Payload>): JobRun<Deps> => ({
  job,
  run,
})

export type Queue = {
  /** Adds a job inside the transaction that makes it true. */
  enqueue: <Payload extends object>(trx: Database, job: Job<Payload>, payload: Payload) => Promise<void>
  /** The same for many, in one statement; callers keep them to a batch. */
  enqueueAll: <Payload extends object>(trx: Database, job: Job<Payload>, payloads: readonly Payload[]) => Promise<void>
  /**
   * Ends the jobs of a subject for good: what waits never runs, and what runs is told to stop within about a second. False when there
   * are none.
   */
  cancel: (trx: Database, job: Pick<Job, 'name' | 'subject'>, subject: string) => Promise<boolean>
  work: <Deps>(deps: Deps, list: readonly JobRun<Deps>[]) => Promise<void>
  check: () => Promise<void>
  /**
   * Takes no more jobs, aborts those that run, and waits that long for them. What stopped early, or not in time, is put back
   * into the queue, and no attempt is counted. Jobs can still be added.
   */
  drain: (graceMs: number) => Promise<void>
  /** The same, for up to 20 s unless it was drained. */
  stop: () => Promise<void>
}

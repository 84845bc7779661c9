import { writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { PGlite, QueryOptions, Transaction } from '@electric-sql/pglite'
import type { Logger } from 'pino'
import { seconds } from '#domain/units.ts'

/** EX_SOFTWARE: an internal error. */
const EXIT_CODE = 70
const STANDARD_ERROR = 2
const REST_MS = seconds(1)

export type Lost = (reason: unknown) => void

/** System errors, internal errors, and errors of the runtime without a code. A full disk has its own code. */
export function isSuspicious(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code !== 'string' || /^(58|XX)/.test(code)
}

/**
 * After a statement has failed in a way that puts the database in doubt, a write must succeed; if two fail, the process ends.
 */
export function detectCorruption(pglite: PGlite, lost: Lost, restMs = REST_MS): void {
  const writes = async (): Promise<void> => void (await transaction((trx) => trx.exec(PROBE)))
  let inDoubt = false
  const resolveDoubt = async () => {
    inDoubt = true
    const first = await failureOf(writes)
    if (first !== undefined) await delay(restMs)
    const second = first === undefined ? undefined : await failureOf(writes)
    inDoubt = false
    if (second !== undefined && !pglite.closed) lost(second)
  }
  const heeded = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      if (!inDoubt && !pglite.closed && isSuspicious(error)) void resolveDoubt()
      throw error
    }
  }
  const transaction = pglite.transaction.bind(pglite)
  heed(pglite, heeded)
  pglite.transaction = <T>(work: (trx: Transaction) => Promise<T>) =>
    transaction((trx) => {
      heed(trx, heeded)
      return work(trx)
    })
}

/** This creates a file, which a plain change of a row would not need. */
const PROBE = 'create temporary table can_write on commit drop as select 1 as one'

/** What both it and its transactions are asked by. */
type Asked = Pick<PGlite, 'query' | 'exec'>

function heed(asked: Asked, heeded: <T>(answer: Promise<T>) => Promise<T>): void {
  const query = asked.query.bind(asked)
  const exec = asked.exec.bind(asked)
  asked.query = <T>(text: string, values?: unknown[], options?: QueryOptions) => heeded(query<T>(text, values, options))
  asked.exec = (text, options) => heeded(exec(text, options))
}

async function failureOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error ?? new Error('It failed without a reason')
  }
}

/** Ends the process, which a supervisor starts again. Answered changes are safe: they survive a kill. */
export const exitOnCorruption =
  (log: Logger, folder: string): Lost =>
  (reason) => {
    const text = untrusted(reason, folder)
    log.fatal({ err: reason }, text)
    try {
      writeSync(STANDARD_ERROR, `${text}\n`)
    } catch {
      // Standard error is closed; the log has it.
    }
    process.exit(EXIT_CODE)
  }

const untrusted = (reason: unknown, folder: string): string =>
  `The embedded database can't be trusted any more (${reasonOf(reason)}). The process ends now; start it again. ` +
  `Nothing that was confirmed is lost. If it happens again: see that the disk of ${folder} has space and inodes left and can ` +
  'be written, and raise the limit of open files; if that does not help, restore a backup.'

function reasonOf(reason: unknown): string {
  const { code, message } = (reason ?? {}) as { code?: unknown; message?: unknown }
  return [code, message].filter((one) => typeof one === 'string' && one !== '').join(' ') || String(reason)
}

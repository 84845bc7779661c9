import { writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { PGlite, QueryOptions, Transaction } from '@electric-sql/pglite'
import type { Logger } from 'pino'
import { seconds } from '#domain/units.ts'

/** EX_SOFTWARE: an internal error. */
const EXIT_CODE = 70
const STANDARD_ERROR = 2
const RECHECK_DELAY_MS = seconds(1)

/** Called when the database can't be used any more; should end the process. */
export type OnFatal = (reason: unknown) => void

/** System errors, internal errors, and errors of the runtime without a code. A full disk has its own code. */
export function isSuspicious(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code !== 'string' || /^(58|XX)/.test(code)
}

/**
 * After a statement has failed in a way that puts the database in doubt, a write must succeed; if two fail, the process ends.
 */
export function detectCorruption(pglite: PGlite, onFatal: OnFatal, recheckDelayMs = RECHECK_DELAY_MS): void {
  const writeProbe = async (): Promise<void> => void (await transaction((trx) => trx.exec(PROBE)))
  let isVerifying = false
  const verify = async () => {
    isVerifying = true
    const first = await errorOf(writeProbe)
    if (first !== undefined) await delay(recheckDelayMs)
    const second = first === undefined ? undefined : await errorOf(writeProbe)
    isVerifying = false
    if (second !== undefined && !pglite.closed) onFatal(second)
  }
  const watched = async <T>(result: Promise<T>): Promise<T> => {
    try {
      return await result
    } catch (error) {
      if (!isVerifying && !pglite.closed && isSuspicious(error)) void verify()
      throw error
    }
  }
  const transaction = pglite.transaction.bind(pglite)
  wrap(pglite, watched)
  pglite.transaction = <T>(work: (trx: Transaction) => Promise<T>) =>
    transaction((trx) => {
      wrap(trx, watched)
      return work(trx)
    })
}

/** This creates a file, which a plain change of a row would not need. */
const PROBE = 'create temporary table can_write on commit drop as select 1 as one'

/** The methods that the database and its transactions share. */
type Queryable = Pick<PGlite, 'query' | 'exec'>

function wrap(target: Queryable, watched: <T>(result: Promise<T>) => Promise<T>): void {
  const query = target.query.bind(target)
  const exec = target.exec.bind(target)
  target.query = <T>(text: string, values?: unknown[], options?: QueryOptions) =>
    watched(query<T>(text, values, options))
  target.exec = (text, options) => watched(exec(text, options))
}

async function errorOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error ?? new Error('It failed without a reason')
  }
}

/** Ends the process, which a supervisor starts again. Answered changes are safe: they survive a kill. */
export const exitOnCorruption =
  (log: Logger, folder: string): OnFatal =>
  (reason) => {
    const text = corruptionMessage(reason, folder)
    log.fatal({ err: reason }, text)
    try {
      writeSync(STANDARD_ERROR, `${text}\n`)
    } catch {
      // Standard error is closed; the log has the message.
    }
    process.exit(EXIT_CODE)
  }

const corruptionMessage = (reason: unknown, folder: string): string =>
  `The embedded database can't be trusted any more (${reasonOf(reason)}). The process ends now; start it again. ` +
  `Nothing that was confirmed is lost. If it happens again: check that the disk of ${folder} has space and inodes left and can ` +
  'be written, and raise the limit of open files; if that does not help, restore a backup.'

function reasonOf(reason: unknown): string {
  const { code, message } = (reason ?? {}) as { code?: unknown; message?: unknown }
  return [code, message].filter((one) => typeof one === 'string' && one !== '').join(' ') || String(reason)
}

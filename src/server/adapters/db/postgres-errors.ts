import { AppError } from '#domain/errors.ts'

/** PostgreSQL's codes for stopping, starting, overload, timeouts, and conflicts between transactions. */
const CODES = new Set([
  '25006', // read-only: a standby that has taken the address of its primary
  '25P03', // a transaction that was idle for too long
  '40001',
  '40P01',
  '53000',
  '53100',
  '53200',
  '53300',
  '53400',
  '55P03', // lock timeout
  '57014', // statement timeout
  '57P01',
  '57P02',
  '57P03',
  '57P05',
])
const CONFLICTS = new Set(['40001', '40P01'])
const DISK_FULL = '53100'

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT', // the socket of a stopped server
])
/** The driver gives its own errors no codes. */
const LOST = /^(Connection terminated|Client (has encountered a connection error|was closed)|Cannot use a pool after)/
const SLOW = /^(timeout exceeded when trying to connect|timeout expired|Query read timeout)/

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '')

export const isDiskFull = (error: unknown): boolean => codeOf(error) === DISK_FULL

/** Whether it may succeed later without a change to the call. */
export const isTransient = (error: unknown): boolean =>
  CODES.has(codeOf(error)) || codeOf(error).startsWith('08') || isLost(error) || SLOW.test(messageOf(error))

/** Whether a connection must not be used again after this. */
export const breaksConnection = (error: unknown): boolean =>
  isLost(error) || SLOW.test(messageOf(error)) || /^(08|57P0|25006|25P03)/.test(codeOf(error))

const isLost = (error: unknown): boolean => NETWORK.has(codeOf(error)) || LOST.test(messageOf(error))

/** Two transactions conflicted, and this one was rolled back: it can simply be repeated. */
export function isConflict(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error
  return CONFLICTS.has(codeOf(cause))
}

/** A transient error as AppError 'unavailable'; any other error unchanged. A database may be down because its disk is full. */
export function toUnavailable(error: unknown, lacksSpace: () => boolean = () => false): unknown {
  if (error instanceof AppError || !isTransient(error)) return error
  const unavailable =
    isDiskFull(error) || (isLost(error) && lacksSpace())
      ? new AppError('unavailable', 'The server has no room to save anything. Try again later.', {
          retryAfterSeconds: 60,
        })
      : serverBusy()
  unavailable.cause = error
  return unavailable
}

const SERVER_BUSY = 'The server is busy. Try again in a moment.'
export const serverBusy = (): AppError => new AppError('unavailable', SERVER_BUSY, { retryAfterSeconds: 3 })

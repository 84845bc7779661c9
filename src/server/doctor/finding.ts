import type { Config } from '../config/config.ts'

/** The result of a check. A skipped check could not be decided, and is not a failure. */
export type Finding = { name: string; state: 'ok' | 'fail' | 'skipped'; says: string; todo?: string }

/** The input of the checks. */
export type DoctorContext = {
  config: Config
  now: () => Date
  /** Whether a process of the product uses the data folder. */
  isRunning: boolean
  /** Undefined before the first start, or if the key cannot be read. */
  keyId: string | undefined
  webFolder: string
}

export type Check = (context: DoctorContext) => AsyncGenerator<Finding>

export const ok = (name: string, says: string): Finding => ({ name, state: 'ok', says })
export const skipped = (name: string, says: string): Finding => ({ name, state: 'skipped', says })
export const fail = (name: string, says: string, todo: string): Finding => ({ name, state: 'fail', says, todo })

/** The message of the innermost cause, which is the most specific. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const { code } = error as { code?: unknown }
  // Node adds advice for programs other than this one.
  const message = error.message.replace(/; if the root CA is installed locally.*$/, '')
  return message || (typeof code === 'string' ? code : error.name)
}

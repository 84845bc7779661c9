import type { Config } from '../config.ts'

/** What a check came to. `skipped` is what could not be told, which is nobody's fault. */
export type Finding = { name: string; state: 'ok' | 'fail' | 'skipped'; says: string; todo?: string }

/** What the checks look at. */
export type Given = {
  config: Config
  now: () => Date
  /** Whether a process of the product holds the data folder. */
  isRunning: boolean
  /** Undefined before the first start, or when the key can't be read. */
  keyId: string | undefined
  webFolder: string
}

export type Check = (given: Given) => AsyncGenerator<Finding>

export const ok = (name: string, says: string): Finding => ({ name, state: 'ok', says })
export const skipped = (name: string, says: string): Finding => ({ name, state: 'skipped', says })
export const fail = (name: string, says: string, todo: string): Finding => ({ name, state: 'fail', says, todo })

/** The innermost reason of an error, for it says the most. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const { code } = error as { code?: unknown }
  // Node adds advice for programs other than this one.
  const message = error.message.replace(/; if the root CA is installed locally.*$/, '')
  return message || (typeof code === 'string' ? code : error.name)
}

import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#domain/errors.ts'

/** OWASP's argon2id setting: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Half of the threads that also read and write files. */
const AT_ONCE = 2
/** A few seconds of work. */
const WAITING_MAX = 100

let running = 0
let computed = 0
const waiting: (() => void)[] = []

/** The numbers of hashes being computed, waiting, and computed since the start. */
export const hashingStats = (): { running: number; waiting: number; computed: number } => ({
  running,
  waiting: waiting.length,
  computed,
})

export const hashPassword = (password: string): Promise<string> => withinLimit(() => hash(password, COST))

const dummyHash = hashPassword('nobody has this password')

/** Takes as long for an unknown account (no hash) as for a known one. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const compared = passwordHash ?? (await dummyHash)
  const matches = await withinLimit(() => verify(compared, password))
  return passwordHash !== undefined && matches
}

/** Hashing is expensive by design. Many concurrent logins must take neither the memory nor all threads of the server. */
async function withinLimit<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX)
      throw new AppError('unavailable', 'The server is busy. Try again in a moment.', { retryAfterSeconds: 3 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    computed += 1
    // The slot is passed on directly to the next one.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

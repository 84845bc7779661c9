import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#domain/errors.ts'
import { createSlots } from '../../../concurrency/slots.ts'

/** OWASP's argon2id setting: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Half of libuv's threads, which also read and write files. */
const slots = createSlots(2)
/** A few seconds of work. */
const WAITING_MAX = 100

let computed = 0

/** How many hashes are running, waiting, and computed since the start. */
export const hashingStats = (): { running: number; waiting: number; computed: number } => ({
  running: slots.taken(),
  waiting: slots.waiting(),
  computed,
})

export const hashPassword = (password: string): Promise<string> => withHashingSlot(() => hash(password, COST))

const dummyHash = hashPassword('nobody has this password')

/** Takes the same time for an unknown account (no hash) as for a known one. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const compared = passwordHash ?? (await dummyHash)
  const matches = await withHashingSlot(() => verify(compared, password))
  return passwordHash !== undefined && matches
}

/** Hashing is expensive by design. Many logins must not use up the server's memory or threads. */
async function withHashingSlot<T>(work: () => Promise<T>): Promise<T> {
  if (slots.waiting() >= WAITING_MAX)
    throw new AppError('unavailable', 'The server is busy. Try again in a moment.', { retryAfterSeconds: 3 })
  const release = await slots.take()
  try {
    return await work()
  } finally {
    computed += 1
    release()
  }
}

import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { normalizeEmail } from '#domain/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { REGISTRATIONS_PER_EMAIL } from '#domain/rate-limits.ts'
import type { Caller } from '../../actor.ts'
import type { Schema, User } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { takeHit, tooMany } from '../../limits.ts'
import { postLetter } from '../letters/post-letter.ts'
import { takeCodeHit } from './codes.ts'
import { refuseSearcher, tellTaken } from './known-emails.ts'
import { triedToRegisterLetter } from './letters.ts'
import { hashPassword } from './passwords.ts'
import { findUserByEmail } from './queries.ts'
import { sendCode } from './send-code.ts'
import { refuseWeakPassword } from './weak-passwords.ts'

type RegisterDeps = Pick<Deps, 'db' | 'keys' | 'now' | 'queue' | 'config'>
type Registration = { fullName: string; email: string; password: string }

/** Opens an account, or replaces one whose address was never confirmed, and mails a code. */
export async function register(deps: RegisterDeps, caller: Caller, input: Registration): Promise<void> {
  const email = normalizeEmail(input.email)
  const fullName = input.fullName.trim().normalize('NFC')
  refuseWeakPassword(input.password, { field: 'password', own: { email, fullName } })
  const wanted = { email, fullName, password: input.password }
  return deps.config.accountDisclosure === 'private'
    ? registerInPrivate(deps, caller, wanted)
    : registerOpenly(deps, caller, wanted)
}

async function registerOpenly(deps: RegisterDeps, caller: Caller, wanted: Registration): Promise<void> {
  await refuseSearcher(deps, caller)
  if ((await findUserByEmail(deps.db, wanted.email))?.confirmedAt) throw await tellTaken(deps, caller, wanted.email)
  const passwordHash = await hashPassword(wanted.password)
  const isOpened = await deps.db.transaction().execute(async (trx) => {
    const user = await putAccount(trx, deps, { ...wanted, passwordHash })
    if (!user) return false
    await countRegistration(trx, deps, wanted.email)
    await welcome(trx, deps, { user, caller })
    return true
  })
  if (!isOpened) throw await tellTaken(deps, caller, wanted.email)
}

/** One answer and the same work for every address: its owner reads in his mailbox what the caller is not told. */
async function registerInPrivate(deps: RegisterDeps, caller: Caller, wanted: Registration): Promise<void> {
  // For good, whatever comes of it: what is counted must not depend on whether there is an account.
  await deps.db.transaction().execute((trx) => countRegistration(trx, deps, wanted.email))
  const passwordHash = await hashPassword(wanted.password)
  const done = deps.db.transaction().execute(async (trx) => {
    const user = await putAccount(trx, deps, { ...wanted, passwordHash })
    if (user) return welcome(trx, deps, { user, caller })
    const owner = await findUserByEmail(trx, wanted.email)
    if (!owner || (await takeCodeHit(trx, deps, owner.email)) > 0) return
    await postLetter(trx, deps, { to: owner.email, ...triedToRegisterLetter(owner) })
  })
  await done.catch((error: unknown) => {
    // Nothing was changed: the code that was mailed a moment ago stays good for what was registered with it.
    if (!(error instanceof CodeTooSoon)) throw error
  })
}

class CodeTooSoon extends AppError {
  constructor(waitSeconds: number) {
    const message = `A code was sent a moment ago. Wait ${waitSeconds} seconds, then try again.`
    super('too-many', message, { retryAfterSeconds: waitSeconds })
  }
}

type Opened = Pick<User, 'id' | 'email' | 'fullName'>

/** The new account, or undefined when the address is confirmed and so somebody's own. */
const putAccount = (
  trx: Kysely<Schema>,
  { now }: Pick<Deps, 'now'>,
  { email, fullName, passwordHash }: Omit<Registration, 'password'> & { passwordHash: string },
): Promise<Opened | undefined> =>
  trx
    .insertInto('users')
    .values({
      id: randomUUID(),
      email,
      fullName,
      passwordHash,
      role: 'USER',
      status: 'PENDING',
      message: null,
      confirmedAt: null,
      createdAt: now(),
    })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({ fullName, passwordHash }).where('users.confirmedAt', 'is', null),
    )
    .returning(['id', 'email', 'fullName'])
    .executeTakeFirst()

/** @throws CodeTooSoon when its address was sent a code a moment ago. */
async function welcome(
  trx: Kysely<Schema>,
  deps: RegisterDeps,
  { user, caller }: { user: Opened; caller: Caller },
): Promise<void> {
  const waitSeconds = await sendCode(trx, deps, { user, purpose: 'CONFIRM' })
  if (waitSeconds > 0) throw new CodeTooSoon(waitSeconds)
  const entry = { at: deps.now(), action: 'account.registered', subject: `user:${user.id}` }
  await audit(trx, { ...caller, userId: user.id }, entry)
}

async function countRegistration(trx: Kysely<Schema>, { now }: Pick<Deps, 'now'>, email: string): Promise<void> {
  const waitSeconds = await takeHit(trx, `register:${email}`, { limits: [REGISTRATIONS_PER_EMAIL], now: now() })
  if (waitSeconds > 0) throw tooMany('Too many attempts. Try again later.', waitSeconds)
}

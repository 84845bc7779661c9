import { randomUUID } from 'node:crypto'
import { normalizeEmail } from '#domain/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { REGISTRATIONS_PER_EMAIL } from '#domain/rate-limits.ts'
import type { Caller } from '../../../actor.ts'
import type { Database, User } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { consumeRateLimit, tooManyRequests } from '../../../rate-limits/sliding-window.ts'
import { queueEmail } from '../../emails/queue-email.ts'
import { consumeCodeLimit } from '../codes/codes.ts'
import { sendCode } from '../codes/send-code.ts'
import { alreadyRegisteredEmail } from '../emails.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { rejectWeakPassword } from '../passwords/weak-passwords.ts'
import { findUserByEmail } from '../queries.ts'
import { emailTakenError, rejectEnumeration } from './enumeration-guard.ts'

type RegisterDeps = Pick<Deps, 'db' | 'keys' | 'now' | 'queue'> &
  WithConfig<'publicUrl' | 'accountDisclosure' | 'limitFactor'>
type Registration = { fullName: string; email: string; password: string; organisation: string | null }
type Input = Omit<Registration, 'organisation'> & { organisation?: string | undefined }

/** Creates an account, or replaces one whose address was never confirmed, and emails a code. */
export async function register(deps: RegisterDeps, caller: Caller, input: Input): Promise<void> {
  const email = normalizeEmail(input.email)
  const fullName = input.fullName.trim().normalize('NFC')
  rejectWeakPassword(input.password, { field: 'password', own: { email, fullName } })
  const organisation = input.organisation?.trim().normalize('NFC') || null
  const registration = { email, fullName, password: input.password, organisation }
  return deps.config.accountDisclosure === 'private'
    ? registerPrivately(deps, caller, registration)
    : registerDisclosing(deps, caller, registration)
}

async function registerDisclosing(deps: RegisterDeps, caller: Caller, registration: Registration): Promise<void> {
  await rejectEnumeration(deps, caller)
  if ((await findUserByEmail(deps.db, registration.email))?.confirmedAt)
    throw await emailTakenError(deps, caller, registration.email)
  const passwordHash = await hashPassword(registration.password)
  const isCreated = await deps.db.transaction().execute(async (trx) => {
    const user = await upsertAccount(trx, deps, { ...registration, passwordHash })
    if (!user) return false
    await countRegistration(trx, deps, registration.email)
    await sendConfirmation(trx, deps, { user, caller })
    return true
  })
  if (!isCreated) throw await emailTakenError(deps, caller, registration.email)
}

/** The same response and work for every address. The owner is informed by email, the caller is not. */
async function registerPrivately(deps: RegisterDeps, caller: Caller, registration: Registration): Promise<void> {
  // Committed separately: the count must not depend on whether there is an account.
  await deps.db.transaction().execute((trx) => countRegistration(trx, deps, registration.email))
  const passwordHash = await hashPassword(registration.password)
  const done = deps.db.transaction().execute(async (trx) => {
    const user = await upsertAccount(trx, deps, { ...registration, passwordHash })
    if (user) return sendConfirmation(trx, deps, { user, caller })
    const owner = await findUserByEmail(trx, registration.email)
    // In the place of the confirmation code that a new address would get.
    if (!owner || (await consumeCodeLimit(trx, deps, { email: owner.email, purpose: 'CONFIRM' })) > 0) return
    await queueEmail(trx, deps, { to: owner.email, ...alreadyRegisteredEmail(owner) })
  })
  await done.catch((error: unknown) => {
    // Nothing was changed: the recently sent code stays valid for its registration.
    if (!(error instanceof CodeTooSoon)) throw error
  })
}

class CodeTooSoon extends AppError {
  constructor(waitSeconds: number) {
    const message = `A code was sent a moment ago. Wait ${waitSeconds} seconds, then try again.`
    super('too-many', message, { retryAfterSeconds: waitSeconds })
  }
}

type NewAccount = Pick<User, 'id' | 'email' | 'fullName'>

/** The new account, or undefined when the email belongs to a confirmed account. */
const upsertAccount = (
  trx: Database,
  { now }: Pick<Deps, 'now'>,
  { email, fullName, passwordHash, organisation }: Omit<Registration, 'password'> & { passwordHash: string },
): Promise<NewAccount | undefined> =>
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
      organisation,
      createdAt: now(),
    })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ fullName, passwordHash, organisation })
        .where('users.confirmedAt', 'is', null),
    )
    .returning(['id', 'email', 'fullName'])
    .executeTakeFirst()

/** @throws CodeTooSoon when the address was sent a code too recently. */
async function sendConfirmation(
  trx: Database,
  deps: RegisterDeps,
  { user, caller }: { user: NewAccount; caller: Caller },
): Promise<void> {
  const waitSeconds = await sendCode(trx, deps, { user, purpose: 'CONFIRM' })
  if (waitSeconds > 0) throw new CodeTooSoon(waitSeconds)
  const entry = { at: deps.now(), action: 'account.registered', subject: `user:${user.id}` }
  await audit(trx, { ...caller, userId: user.id }, entry)
}

async function countRegistration(trx: Database, { now }: Pick<Deps, 'now'>, email: string): Promise<void> {
  const waitSeconds = await consumeRateLimit(trx, `register:${email}`, {
    limits: [REGISTRATIONS_PER_EMAIL],
    now: now(),
  })
  if (waitSeconds > 0) throw tooManyRequests('Too many attempts. Try again later.', waitSeconds)
}

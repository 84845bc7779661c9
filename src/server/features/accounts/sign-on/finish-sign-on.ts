import { randomBytes, randomUUID } from 'node:crypto'
import {
  authorizationCodeGrant,
  ClientError,
  type Configuration,
  fetchUserInfo,
  type IDToken,
  ResponseBodyError,
} from 'openid-client'
import type { LoginData } from '#contract/accounts.ts'
import { checkEmail, checkFullName, normalizeEmail } from '#domain/accounts.ts'
import { AppError } from '#domain/errors.ts'
import type { Caller } from '../../../actor.ts'
import type { Database, User } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import type { SignOnSettings } from '../../../config/sign-on.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { activeSecret, findUserByEmail } from '../queries.ts'
import { announceSignUp } from '../registration/announce-sign-up.ts'
import { presentLogin } from '../sessions/login-data.ts'
import { openSession } from '../sessions/open-session.ts'
import { readTicket } from '../sessions/tokens.ts'
import { notReachable, providerOf, requireSignOn, signOnUrl } from './provider.ts'

type FinishDeps = Pick<Deps, 'db' | 'keys' | 'now' | 'queue' | 'log'> &
  WithConfig<'publicUrl' | 'signOn' | 'staffSecondFactor' | 'limitFactor'>

/** Opens a session for the person whom the service names, by an address that it has checked. */
export async function finishSignOn(
  deps: FinishDeps,
  caller: Caller,
  input: { ticket: string; answer: string },
): Promise<LoginData> {
  const settings = requireSignOn(deps)
  const provider = await providerOf(deps, settings)
  const person = personIn(await claimsOf(deps, provider, input), settings)
  // It takes time, and needs no lock.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  const { user, session } = await deps.db.transaction().execute(async (trx) => {
    const found = await findOrMake(trx, deps, { ...person, passwordHash, caller })
    await requireAlone(trx, found)
    return { user: found, session: await openSession(trx, caller, { userId: found.id, at: deps.now() }) }
  })
  return presentLogin(deps, user, session)
}

async function claimsOf(
  deps: FinishDeps,
  provider: Configuration,
  { ticket: token, answer }: { ticket: string; answer: string },
): Promise<IDToken> {
  const ticket = await readTicket(deps, token)
  if (!ticket) throw refused()
  const came = new URL(`${signOnUrl(deps)}?${answer.replace(/^\?/, '')}`)
  try {
    const tokens = await authorizationCodeGrant(provider, came, {
      pkceCodeVerifier: ticket.verifier,
      expectedState: ticket.state,
      expectedNonce: ticket.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw refused()
    // Some services say who it is in their token, others only when they are asked.
    return claims['email'] === undefined
      ? { ...claims, ...(await userInfoOf(provider, tokens.access_token, claims.sub)) }
      : claims
  } catch (error) {
    if (error instanceof AppError) throw error
    if (!(error instanceof ClientError || error instanceof ResponseBodyError || isRefusal(error)))
      throw notReachable(deps.log, error)
    deps.log.warn({ err: error }, 'a login elsewhere was refused')
    throw refused()
  }
}

const userInfoOf = async (provider: Configuration, accessToken: string, sub: string) =>
  provider.serverMetadata().userinfo_endpoint ? fetchUserInfo(provider, accessToken, sub) : {}

/** As the library names what came back with the browser. */
const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'AuthorizationResponseError'

const refused = (): AppError => new AppError('unauthenticated', 'The login did not work or took too long. Try again.')

type Person = { signOnId: string; email: string; fullName: string }

/** @throws AppError 'forbidden' */
function personIn({ iss, sub, ...claims }: IDToken, { domains }: SignOnSettings): Person {
  const email = normalizeEmail(typeof claims['email'] === 'string' ? claims['email'] : '')
  if (claims['email_verified'] !== true || checkEmail(email) !== undefined)
    throw new AppError('forbidden', 'The service names no email address of yours that it has checked')
  if (!domains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw new AppError('forbidden', 'People with this email address log in with their password')
  const name = typeof claims['name'] === 'string' ? claims['name'].trim().normalize('NFC') : ''
  const fullName = checkFullName(name) === undefined ? name : email.slice(0, email.lastIndexOf('@'))
  return { signOnId: `${iss} ${sub}`, email, fullName: checkFullName(fullName) === undefined ? fullName : 'New person' }
}

type Found = Person & { passwordHash: string; caller: Caller }

/** By their id there, or by an address that the service has checked and nobody else has logged in with. */
async function findOrMake(
  trx: Database,
  deps: FinishDeps,
  { signOnId, email, fullName, passwordHash, caller }: Found,
): Promise<User> {
  const byId = await trx.selectFrom('users').selectAll().where('signOnId', '=', signOnId).forUpdate().executeTakeFirst()
  if (byId) return byId
  const at = deps.now()
  const known = await findUserByEmail(trx, email)
  if (known?.confirmedAt) {
    const linked = trx.updateTable('users').set({ signOnId }).where('id', '=', known.id).where('signOnId', 'is', null)
    const user = await linked.returningAll().executeTakeFirst()
    if (!user) throw new AppError('forbidden', 'Another person of the service has this account. Write to us.')
    return user
  }
  const made = { fullName, passwordHash, confirmedAt: at, signOnId }
  const user = await trx
    .insertInto('users')
    .values({ id: randomUUID(), email, role: 'USER', status: 'PENDING', message: null, createdAt: at, ...made })
    // One whose address was never confirmed is of nobody.
    .onConflict((conflict) => conflict.column('email').doUpdateSet(made).where('users.confirmedAt', 'is', null))
    .returningAll()
    .executeTakeFirstOrThrow()
  const entry = { at, action: 'account.signed-on', subject: `user:${user.id}` }
  await audit(trx, { ...caller, userId: user.id }, entry)
  if (user.status === 'PENDING') await announceSignUp(trx, deps, user)
  return user
}

/** Where a second factor stands before an account, one of another service is not enough. */
async function requireAlone(trx: Database, { id, role }: User): Promise<void> {
  if (role === 'ADMIN') throw new AppError('forbidden', 'Staff log in with their password')
  if ((await activeSecret(trx, id)) !== undefined)
    throw new AppError('forbidden', 'Your account has a second factor. Log in with your password and its code.')
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { minutes } from '#domain/units.ts'
import type { User } from '../../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { CLOCK_SKEW_MAX_MS } from '../../../rate-limits/sliding-window.ts'

export const ACCESS_TOKEN_TTL_MS = minutes(10)
const KEY_ID = '1'
const ALGORITHM = 'EdDSA'
const LEEWAY_SECONDS = 5

type SigningDeps = Pick<Deps, 'keys' | 'now'> & WithConfig<'publicUrl'>

/** `generation` is that of the refresh token issued with this access token. It is 0 in tokens of older versions. */
type AccessToken = { userId: string; sessionId: string; generation: number; accountId: string }

/**
 * An access token identifies user, session and account: a screen that shows one account can't change another one, in which the
 * session works since. Role and status are read from the database on every call.
 */
export function signAccessToken(deps: SigningDeps, of: AccessToken): Promise<string> {
  const claims = { sid: of.sessionId, gen: of.generation, acc: of.accountId }
  return sign(deps, claims, { subject: of.userId, type: 'at+jwt', audience: 'api' })
}

export function signIdToken(deps: SigningDeps, user: User): Promise<string> {
  const claims = { email: user.email, name: user.fullName, roles: [user.role] }
  return sign(deps, claims, { subject: user.id, type: 'JWT', audience: 'web' })
}

/** The claims of an access token. Undefined when it is invalid or has expired. */
export async function readAccessToken(deps: SigningDeps, token: string): Promise<AccessToken | undefined> {
  const payload = await verified<{ sid?: string; gen?: number; acc?: string }>(deps, token, { typ: 'at+jwt' })
  if (!payload || isAheadOfTime(deps, payload.exp)) return undefined
  const { sub: userId = '', sid: sessionId = '', gen: generation = 0, acc: accountId = userId } = payload
  return { userId, sessionId, generation, accountId }
}

/** What a login elsewhere must come back with; the browser keeps it meanwhile. */
export type SignOnTicket = { state: string; nonce: string; verifier: string }

export const signTicket = (deps: SigningDeps, ticket: SignOnTicket): Promise<string> =>
  sign(deps, ticket, { subject: 'sign-on', type: 'ticket+jwt', audience: 'sign-on' })

/** Undefined when it is invalid or has expired. */
export const readTicket = (deps: SigningDeps, token: string): Promise<SignOnTicket | undefined> =>
  verified<SignOnTicket>(deps, token, { typ: 'ticket+jwt', audience: 'sign-on' })

/** For visitors with a link. It names the link, which is read from the database on every call. */
export const signLinkToken = (deps: SigningDeps, linkId: string): Promise<string> =>
  sign(deps, {}, { subject: linkId, type: 'link+jwt', audience: 'api' })

/** The id of a link. Undefined when the token is invalid or has expired. */
export const readLinkToken = async (deps: SigningDeps, token: string): Promise<string | undefined> =>
  (await verified(deps, token, { typ: 'link+jwt' }))?.sub

/** The claims of a token. Undefined when it is invalid or has expired. */
async function verified<Claims>(
  deps: SigningDeps,
  token: string,
  { typ, audience = 'api' }: { typ: string; audience?: string },
) {
  try {
    const { payload } = await jwtVerify<Claims>(token, ({ kid }) => keyNamed(deps, kid), {
      algorithms: [ALGORITHM],
      typ,
      audience,
      issuer: deps.config.publicUrl,
      currentDate: deps.now(),
      clockTolerance: LEEWAY_SECONDS,
      requiredClaims: ['sub', 'exp'],
    })
    return payload
  } catch {
    return undefined
  }
}

/** Signed while the clock was ahead: it would be valid for too long. */
const isAheadOfTime = ({ now }: SigningDeps, expires = 0): boolean =>
  expires * 1000 > now().getTime() + ACCESS_TOKEN_TTL_MS + CLOCK_SKEW_MAX_MS

function keyNamed(deps: SigningDeps, kid: string | undefined) {
  if (kid !== KEY_ID) throw new Error('Unknown key id')
  return deps.keys.tokenVerifying
}

function sign(
  deps: SigningDeps,
  claims: Record<string, unknown>,
  options: { subject: string; type: string; audience: string },
): Promise<string> {
  const issuedAt = Math.floor(deps.now().getTime() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID, typ: options.type })
    .setSubject(options.subject)
    .setIssuer(deps.config.publicUrl)
    .setAudience(options.audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_TTL_MS / 1000)
    .sign(deps.keys.tokenSigning)
}

/**
 * Refresh tokens are `<session>.<generation>.<256-bit MAC>`: the successor of any generation can be computed again after a lost
 * response, and the database contains nothing that opens a session.
 */
export function createRefreshToken(deps: Pick<Deps, 'keys'>, sessionId: string, generation: number): string {
  return `${sessionId}.${generation}.${signRefreshToken(deps, sessionId, generation).toString('base64url')}`
}

export function readRefreshToken(
  deps: Pick<Deps, 'keys'>,
  token: string,
): { sessionId: string; generation: number } | undefined {
  const match = /^([0-9a-f-]{36})\.([1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/.exec(token)
  if (!match) return undefined
  const [, sessionId = '', number, mac = ''] = match
  const generation = Number(number)
  const genuine = timingSafeEqual(Buffer.from(mac, 'base64url'), signRefreshToken(deps, sessionId, generation))
  return genuine ? { sessionId, generation } : undefined
}

const signRefreshToken = (deps: Pick<Deps, 'keys'>, sessionId: string, generation: number): Buffer =>
  createHmac('sha256', deps.keys.refreshTokens).update(`${sessionId}.${generation}`).digest()

import type { FastifyRequest } from 'fastify'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#domain/errors.ts'
import { type AccountRole, isAtLeast, NO_ACCOUNT, ONLY_OWNERS } from '#domain/memberships.ts'
import type { RequiredAction } from '#domain/second-factor.ts'
import type { UserStatus } from '#domain/users.ts'
import type { Actor, Caller } from '../actor.ts'
import type { Deps, WithConfig } from '../deps.ts'
import { authenticate } from '../features/accounts/sessions/authenticate.ts'
import { authenticateVisitor, type Visitor } from '../features/links/authenticate-visitor.ts'
import { authenticateToken } from '../features/tokens/authenticate-token.ts'
import { isApiToken } from '../features/tokens/token-secret.ts'

export const callerOf = (request: FastifyRequest): Caller => ({
  requestId: request.id,
  address: request.ip,
  device: (request.headers['user-agent'] ?? '').slice(0, 300),
})

/** The caller, once the endpoint's access rule allows them. @throws AppError 'unauthenticated' or 'forbidden' */
export async function authorize(
  deps: Pick<Deps, 'db' | 'keys' | 'now'> & WithConfig<'publicUrl' | 'staffSecondFactor'>,
  request: FastifyRequest,
  endpoint: Guarded,
): Promise<Caller | Actor> {
  const caller = callerOf(request)
  if (endpoint.access === 'public') return caller
  const token = /^Bearer ([A-Za-z0-9._-]+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new AppError('unauthenticated', 'No access token found')
  if (isApiToken(token)) return allowedByToken(await authenticateToken(deps, caller, token), endpoint)
  const actor = await authenticate(deps, caller, token)
  const visitor = actor ? undefined : await authenticateVisitor(deps, caller, token)
  if (visitor) return shownTo(visitor, endpoint)
  if (!actor) throw new AppError('unauthenticated', 'Your session has ended. Please log in again.')
  return permitted(actor, endpoint)
}

type Guarded = Pick<Endpoint, 'access' | 'least' | 'scopes' | 'links' | 'isDownload'>

function permitted(actor: Actor, { access, least }: Guarded): Actor {
  if (access === 'public') return actor
  const reason = RULES[access](actor) ?? blockingAction(access, actor) ?? roleProblem(actor, least)
  if (reason) throw new AppError('forbidden', reason)
  return actor
}

/** What a person may do, a token of theirs may do where its scopes name the call. */
export function allowedByToken(actor: Actor | undefined, endpoint: Guarded): Actor {
  if (!actor) throw new AppError('unauthenticated', 'This API token has ended, or was revoked. Make a new one.')
  const { scopes } = endpoint
  if (scopes.length === 0) throw new AppError('forbidden', 'API tokens may not do this. Log in to do it.')
  if (!actor.token?.scopes.some((scope) => scopes.includes(scope)))
    throw new AppError('forbidden', `This API token may not do this: it needs the scope ${scopes.join(' or ')}`)
  return permitted(actor, endpoint)
}

/** A visitor with a link sees what it was made for. @throws AppError 'forbidden' */
function shownTo(visitor: Visitor, { links, isDownload }: Pick<Endpoint, 'links' | 'isDownload'>): Visitor {
  if (!links.includes(visitor.link.kind))
    throw new AppError('forbidden', 'A link shows what it was made for, and nothing else')
  if (isDownload && !visitor.link.mayDownload) throw new AppError('forbidden', 'This link allows no downloads')
  return visitor
}

const NOT_APPROVED = {
  PENDING: 'Your account is waiting for approval',
  REJECTED: 'Your account was not approved',
  ON_HOLD: 'Your account is on hold',
} satisfies Record<Exclude<UserStatus, 'APPROVED'>, string>

type Rule = (actor: Actor) => string | undefined

const WRONG_ROLE = 'Insufficient permissions'
const approved: Rule = ({ status, role, accountRole }) => {
  if (role === 'USER' && !accountRole) return NO_ACCOUNT
  return status === 'APPROVED' ? undefined : NOT_APPROVED[status]
}

const ACTION_FIRST = {
  NEW_PASSWORD: 'Choose a new password first: someone else chose your current one',
  SECOND_FACTOR: 'Set up a second factor first: it is required for staff',
} satisfies Record<RequiredAction, string>

/** A required password change blocks every call, a required second factor the calls of staff. */
function blockingAction(access: Access, { due }: Actor): string | undefined {
  if (due === undefined || access === 'any-session') return undefined
  if (due === 'SECOND_FACTOR' && access === 'signed-in') return undefined
  return ACTION_FIRST[due]
}

const TOO_LITTLE = {
  owner: ONLY_OWNERS,
  editor: 'Viewers of this account read it, and change nothing. Ask one of its owners.',
  viewer: '',
} satisfies Record<AccountRole, string>

const roleProblem = ({ role, accountRole }: Actor, least: AccountRole | undefined): string | undefined => {
  if (least === undefined || role === 'ADMIN' || (accountRole && isAtLeast(accountRole, least))) return undefined
  return TOO_LITTLE[least]
}

/** Each returns why the actor is rejected, or undefined. */
const RULES = {
  'any-session': () => undefined,
  'signed-in': () => undefined,
  admin: (actor) => (actor.role === 'ADMIN' ? approved(actor) : WRONG_ROLE),
  customer: (actor) => (actor.role === 'USER' ? approved(actor) : WRONG_ROLE),
  'customer-or-admin': approved,
} satisfies Record<Exclude<Access, 'public'>, Rule>

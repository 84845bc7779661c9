import type { Kysely } from 'kysely'
import type { LoginData } from '#contract/accounts.ts'
import { requiredActionOf } from '#domain/second-factor.ts'
import { type UserStatus, userStatusToText } from '#domain/users.ts'
import type { Schema, User } from '../../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { namesOfAssigned } from '../../projects/queries.ts'
import { isSecondFactorOn } from '../queries.ts'
import { ACCESS_TOKEN_TTL_MS, createRefreshToken, signAccessToken, signIdToken } from './tokens.ts'

/** Of an account. A person who belongs to none waits for an invitation. */
async function statusIn(db: Kysely<Schema>, { id, role, status }: User, accountId: string): Promise<UserStatus> {
  if (role === 'ADMIN') return status
  const account = db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.accountId')
    .select('users.status')
  const found = await account.where('accountId', '=', accountId).where('userId', '=', id).executeTakeFirst()
  return found?.status ?? 'ON_HOLD'
}

/** The response to a login and a refresh. */
export async function presentLogin(
  deps: Pick<Deps, 'db' | 'keys' | 'now'> & WithConfig<'publicUrl' | 'staffSecondFactor'>,
  user: User,
  session: { id: string; generation: number; accountId: string | null },
): Promise<LoginData> {
  const accountId = user.role === 'ADMIN' ? user.id : (session.accountId ?? user.id)
  const hasSecondFactor = await isSecondFactorOn(deps.db, user.id)
  const due = requiredActionOf({ ...user, hasSecondFactor }, deps.config.staffSecondFactor)
  return {
    email: user.email,
    username: user.email,
    fullName: user.fullName,
    roles: [user.role],
    userStatus: userStatusToText(await statusIn(deps.db, user, accountId)),
    assignedProjects: await namesOfAssigned(deps.db, accountId),
    accessToken: await signAccessToken(deps, {
      userId: user.id,
      sessionId: session.id,
      generation: session.generation,
    }),
    refreshToken: createRefreshToken(deps, session.id, session.generation),
    idToken: await signIdToken(deps, user),
    tokenType: 'Bearer',
    expiresIn: ACCESS_TOKEN_TTL_MS / 1000,
    ...(due ? { due } : {}),
  }
}

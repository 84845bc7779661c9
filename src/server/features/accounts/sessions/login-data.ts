import type { LoginData } from '#contract/accounts.ts'
import { requiredActionOf } from '#domain/second-factor.ts'
import { userStatusToText } from '#domain/users.ts'
import type { User } from '../../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { namesOfAssigned } from '../../projects/queries.ts'
import { isSecondFactorOn } from '../queries.ts'
import { ACCESS_TOKEN_TTL_MS, createRefreshToken, signAccessToken, signIdToken } from './tokens.ts'

/** The response to a login and a refresh. */
export async function presentLogin(
  deps: Pick<Deps, 'db' | 'keys' | 'now'> & WithConfig<'publicUrl' | 'staffSecondFactor'>,
  user: User,
  session: { id: string; generation: number },
): Promise<LoginData> {
  const hasSecondFactor = await isSecondFactorOn(deps.db, user.id)
  const due = requiredActionOf({ ...user, hasSecondFactor }, deps.config.staffSecondFactor)
  return {
    email: user.email,
    username: user.email,
    fullName: user.fullName,
    roles: [user.role],
    userStatus: userStatusToText(user.status),
    assignedProjects: await namesOfAssigned(deps.db, user.id),
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

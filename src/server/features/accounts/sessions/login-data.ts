import type { LoginData, WorkingAccount } from '#contract/accounts.ts'
import { requiredActionOf } from '#domain/second-factor.ts'
import { type UserStatus, userStatusToText } from '#domain/users.ts'
import type { Database, User } from '../../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { namesOfAssigned } from '../../projects/queries.ts'
import { accountName, activeSecret, workingAccount } from '../queries.ts'
import { ACCESS_TOKEN_TTL_MS, createRefreshToken, signAccessToken, signIdToken } from './tokens.ts'

type Place = { status: UserStatus; account?: WorkingAccount | undefined }

/** Of an account. A person who belongs to none waits for an invitation. */
async function placeIn(db: Database, { id, role, status }: User, accountId: string): Promise<Place> {
  if (role === 'ADMIN') return { status }
  const account = db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.accountId')
    .select(['accountId', 'users.status', 'memberships.role', accountName.as('name')])
  const found = await account.where('accountId', '=', accountId).where('userId', '=', id).executeTakeFirst()
  return found ? { status: found.status, account: workingAccount(id, found) } : { status: 'ON_HOLD' }
}

/** The response to a login and a refresh. */
export async function presentLogin(
  deps: Pick<Deps, 'db' | 'keys' | 'now'> & WithConfig<'publicUrl' | 'staffSecondFactor'>,
  user: User,
  session: { id: string; generation: number; accountId: string | null },
): Promise<LoginData> {
  const accountId = user.role === 'ADMIN' ? user.id : (session.accountId ?? user.id)
  const { status, account } = await placeIn(deps.db, user, accountId)
  const hasSecondFactor = (await activeSecret(deps.db, user.id)) !== undefined
  const due = requiredActionOf({ ...user, hasSecondFactor }, deps.config.staffSecondFactor)
  return {
    email: user.email,
    username: user.email,
    fullName: user.fullName,
    roles: [user.role],
    userStatus: userStatusToText(status),
    assignedProjects: await namesOfAssigned(deps.db, accountId),
    accessToken: await signAccessToken(deps, {
      userId: user.id,
      sessionId: session.id,
      generation: session.generation,
      accountId,
    }),
    refreshToken: createRefreshToken(deps, session.id, session.generation),
    idToken: await signIdToken(deps, user),
    tokenType: 'Bearer',
    expiresIn: ACCESS_TOKEN_TTL_MS / 1000,
    ...(account ? { account } : {}),
    ...(due ? { due } : {}),
  }
}

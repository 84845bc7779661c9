import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Role } from '#domain/accounts.ts'
import type { AccountRole } from '#domain/memberships.ts'
import type { UserStatus } from '#domain/users.ts'
import { assignProjects } from '#server/features/projects/assign-projects.ts'
import type { TestServer } from './test-server.ts'

/** Where users are created and calls are made: a server in the test's process, or several processes. */
export type TestTarget = { call: TestServer['call']; deps: Pick<TestServer['deps'], 'db' | 'now'> }

export const PASSWORD = 'Furrow-2026!'
/** The lowest cost, which is stored in the hash itself. */
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

export type TestUser = { id: string; email: string; fullName: string; token: string; refreshToken: string }

type Options = { role?: Role; status?: UserStatus; projectTypes?: string[]; fullName?: string; email?: string }

/** A confirmed user who is logged in. By default an approved customer with the project Soybean_Trial. */
export async function createUser(server: TestTarget, options: Options = {}): Promise<TestUser> {
  const id = randomUUID()
  const email = options.email ?? `${id}@example.org`
  const fullName = options.fullName ?? 'Test Person'
  const at = server.deps.now()
  await server.deps.db
    .insertInto('users')
    .values({
      id,
      email,
      fullName,
      passwordHash: await passwordHash,
      role: options.role ?? 'USER',
      status: options.status ?? 'APPROVED',
      message: null,
      confirmedAt: at,
      createdAt: at,
    })
    .execute()
  await assignProjects(server.deps.db, { accountId: id, names: options.projectTypes ?? ['Soybean_Trial'], at })
  const { body } = await server.call('logIn', { body: { email, password: PASSWORD } })
  return { id, email, fullName, token: body.data.accessToken, refreshToken: body.data.refreshToken }
}

export const createStaff = (server: TestTarget, options: Options = {}): Promise<TestUser> =>
  createUser(server, { ...options, role: 'ADMIN' })

type Membership = { accountId: string; person: TestUser; role: AccountRole }

/** A person of the account, who works in it from now on. */
export async function addMember(server: TestTarget, { accountId, person, role }: Membership): Promise<void> {
  const at = server.deps.now()
  await server.deps.db
    .insertInto('memberships')
    .values({ accountId, userId: person.id, role, since: at, usedAt: at })
    .onConflict((conflict) => conflict.columns(['accountId', 'userId']).doUpdateSet({ role }))
    .execute()
  const { body } = await server.call('switchAccount', { token: person.token, body: { accountId } })
  person.token = body.data.accessToken
}

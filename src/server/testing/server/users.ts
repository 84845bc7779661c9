import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Role } from '#domain/accounts.ts'
import type { UserStatus } from '#domain/users.ts'
import { assignProjects } from '#server/features/projects/assign-projects.ts'
import type { TestServer } from './test-server.ts'

/** Where people are created and calls are made: a server within the test, or several processes. */
export type Place = { call: TestServer['call']; deps: Pick<TestServer['deps'], 'db' | 'now'> }

export const PASSWORD = 'Furrow-2026!'
/** With the lowest cost; a hash contains the cost at which it is compared. */
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

export type TestUser = { id: string; email: string; fullName: string; token: string; refreshToken: string }

type Traits = { role?: Role; status?: UserStatus; projectTypes?: string[]; fullName?: string; email?: string }

/** A confirmed and logged-in person; by default an approved customer with the project Soybean_Trial. */
export async function createUser(server: Place, traits: Traits = {}): Promise<TestUser> {
  const id = randomUUID()
  const email = traits.email ?? `${id}@example.org`
  const fullName = traits.fullName ?? 'Test Person'
  const at = server.deps.now()
  await server.deps.db
    .insertInto('users')
    .values({
      id,
      email,
      fullName,
      passwordHash: await passwordHash,
      role: traits.role ?? 'USER',
      status: traits.status ?? 'APPROVED',
      message: null,
      confirmedAt: at,
      createdAt: at,
    })
    .execute()
  await assignProjects(server.deps.db, { userId: id, names: traits.projectTypes ?? ['Soybean_Trial'], at })
  const { body } = await server.call('logIn', { body: { email, password: PASSWORD } })
  return { id, email, fullName, token: body.data.accessToken, refreshToken: body.data.refreshToken }
}

export const createStaff = (server: Place, traits: Traits = {}): Promise<TestUser> =>
  createUser(server, { ...traits, role: 'ADMIN' })

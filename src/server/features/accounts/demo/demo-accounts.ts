import { randomUUID } from 'node:crypto'
import type { Database, User } from '../../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { assignProjects } from '../../projects/assign-projects.ts'
import { hashPassword, passwordMatches } from '../passwords/password-hash.ts'

const PASSWORD = 'Skyfurrow1!'

export const DEMO_ACCOUNTS = [
  {
    email: 'staff@skyfurrow.example',
    fullName: 'Sam Furrow',
    role: 'ADMIN',
    status: 'APPROVED',
    projectTypes: [],
    about: 'member of staff',
  },
  {
    email: 'customer@skyfurrow.example',
    fullName: 'Carla Fields',
    role: 'USER',
    status: 'APPROVED',
    projectTypes: ['Soybean_Yield_Trial', 'Winter_Wheat_Nursery'],
    about: 'approved customer with two projects',
  },
  {
    email: 'pending@skyfurrow.example',
    fullName: 'Pat Meadow',
    role: 'USER',
    status: 'PENDING',
    projectTypes: [],
    about: 'customer waiting for approval',
  },
] as const

type Made = { staffId: string; customerId: string }

/** Creates the demo accounts in an empty database, in development only. `then` is part of the same transaction. */
export async function ensureDemoAccounts(
  deps: Pick<Deps, 'db' | 'now'>,
  then: (trx: Database, made: Made) => Promise<void>,
): Promise<void> {
  const existing = await deps.db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (existing) return
  const passwordHash = await hashPassword(PASSWORD)
  const at = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    const ids: string[] = []
    for (const [index, { about: _about, projectTypes, ...account }] of DEMO_ACCOUNTS.entries()) {
      const createdAt = new Date(at.getTime() - index)
      const made = await trx
        .insertInto('users')
        .values({ ...account, id: randomUUID(), passwordHash, message: null, confirmedAt: at, createdAt })
        // Another process that starts at the same time was first.
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made) continue
      ids.push(made.id)
      await assignProjects(trx, { accountId: made.id, names: projectTypes, at })
    }
    const [staffId, customerId] = ids
    if (staffId !== undefined && customerId !== undefined) await then(trx, { staffId, customerId })
  })
}

export type UsableDemoAccount = Pick<User, 'id' | 'email' | 'fullName' | 'passwordHash'>

/** Demo accounts that still have the published password. */
export async function findUsableDemoAccounts(db: Database): Promise<UsableDemoAccount[]> {
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'email', 'fullName', 'passwordHash'])
    .where(
      'email',
      'in',
      DEMO_ACCOUNTS.map(({ email }) => email),
    )
    .orderBy('email')
    .execute()
  const isOpen = await Promise.all(accounts.map(({ passwordHash }) => passwordMatches(passwordHash, PASSWORD)))
  return accounts.filter((_account, index) => isOpen[index])
}

/** Shown when a start fails, and by `doctor`. */
export const REMOVE_DEMO_ACCOUNTS = 'Remove them: skyfurrow admin remove-demo-accounts'

export const describeUsableDemoAccounts = (open: readonly Pick<UsableDemoAccount, 'email'>[]): string =>
  `anyone can log in with the printed password of development: ${open.map(({ email }) => email).join(', ')}`

/** @throws Error in production, because the password of these accounts is public. */
export async function rejectDemoAccounts({ db, config }: Pick<Deps, 'db'> & WithConfig<'mode'>): Promise<void> {
  if (config.mode !== 'production') return
  const open = await findUsableDemoAccounts(db)
  if (open.length > 0)
    throw new Error(
      `This database has demo accounts, so that ${describeUsableDemoAccounts(open)}.\n${REMOVE_DEMO_ACCOUNTS}`,
    )
}

export const describeDemoAccounts = (): string =>
  DEMO_ACCOUNTS.map(({ email, about }) => `  ${email.padEnd(28)} ${PASSWORD}   ${about}`).join('\n')

import { randomUUID } from 'node:crypto'
import type { Deps } from './deps.ts'
import { hashPassword } from './features/accounts/passwords.ts'

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

/** Makes the demo accounts in an empty database; development mode only. */
export async function ensureDemoAccounts(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const anyone = await deps.db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anyone) return
  const passwordHash = await hashPassword(PASSWORD)
  const at = deps.now()
  await deps.db
    .insertInto('users')
    .values(
      DEMO_ACCOUNTS.map(({ about: _about, projectTypes, ...account }, index) => ({
        ...account,
        id: randomUUID(),
        projectTypes: [...projectTypes],
        passwordHash,
        message: null,
        confirmedAt: at,
        createdAt: new Date(at.getTime() - index),
      })),
    )
    // Another process that starts at the same time was first.
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}

export const describeDemoAccounts = (): string =>
  DEMO_ACCOUNTS.map(({ email, about }) => `  ${email.padEnd(28)} ${PASSWORD}   ${about}`).join('\n')

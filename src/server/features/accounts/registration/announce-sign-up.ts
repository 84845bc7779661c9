import type { Database, User } from '../../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { notifyStaff } from '../../notices/notify-staff.ts'

/** Tells staff of a person whose address is confirmed: they can verify them now. */
export const announceSignUp = (
  trx: Database,
  deps: Pick<Deps, 'queue' | 'now'> & WithConfig<'publicUrl' | 'limitFactor'>,
  { id, fullName, email, organisation }: User,
): Promise<void> =>
  notifyStaff(trx, deps, {
    subject: `user:${id}`,
    content: { kind: 'new-user', fullName, email, organisation },
  })

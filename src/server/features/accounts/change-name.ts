import type { ProfileData } from '#contract/accounts.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { getProfile } from './get-profile.ts'

export async function changeName(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  input: { fullName: string },
): Promise<ProfileData> {
  const fullName = input.fullName.trim().normalize('NFC')
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set((set) => ({ fullName, version: set('version', '+', 1) }))
      .where('id', '=', actor.userId)
      .execute()
    await audit(trx, actor, {
      at: deps.now(),
      action: 'account.renamed',
      subject: `user:${actor.userId}`,
      before: { fullName: actor.fullName },
      after: { fullName },
    })
  })
  return getProfile(deps, { ...actor, fullName })
}

import type { SecondFactorState } from '#contract/second-factor.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { countRecoveryCodes } from './verify-second-factor.ts'

export async function getSecondFactor({ db }: Pick<Deps, 'db'>, { userId }: Actor): Promise<SecondFactorState> {
  const factor = await db
    .selectFrom('secondFactors')
    .select('confirmedAt')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  return {
    onSince: factor?.confirmedAt?.toISOString() ?? null,
    recoveryCodesLeft: factor ? await countRecoveryCodes(db, userId) : 0,
  }
}

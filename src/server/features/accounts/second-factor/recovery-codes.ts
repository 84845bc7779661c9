import { formatRecoveryCode, RECOVERY_CODES } from '#domain/second-factor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { generateRecoveryCode, hashRecoveryCode } from './totp.ts'

/** Replaces all recovery codes. Only the hashes are stored. */
export async function replaceRecoveryCodes(trx: Database, deps: Pick<Deps, 'keys'>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, generateRecoveryCode)
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await trx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(deps, userId, code) })))
    .execute()
  return codes.map(formatRecoveryCode)
}

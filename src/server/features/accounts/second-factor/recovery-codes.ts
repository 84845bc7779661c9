import type { Kysely } from 'kysely'
import { formatRecoveryCode, RECOVERY_CODES } from '#domain/second-factor.ts'
import type { Schema } from '../../../adapters/db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { hashRecoveryCode, makeRecoveryCode } from './totp.ts'

/** Replaces the remaining codes with new ones. Only their hashes are stored. */
export async function replaceRecoveryCodes(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'keys'>,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode)
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await trx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(deps, userId, code) })))
    .execute()
  return codes.map(formatRecoveryCode)
}

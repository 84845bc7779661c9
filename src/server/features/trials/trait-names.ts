import type { BodyOf } from '#contract/api.ts'
import type { TraitName } from '#contract/exchange.ts'
import { errorAt } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { requireApproved } from '../../still-allowed.ts'
import { lockAccount } from '../accounts/locked-account.ts'

const selectNames = (db: Database, accountId: string): Promise<TraitName[]> =>
  db
    .selectFrom('traitNames')
    .select(['variableId', 'name'])
    .where('accountId', '=', accountId)
    .orderBy('variableId')
    .execute()

export const listTraitNames = ({ db }: Pick<Deps, 'db'>, { accountId }: Actor): Promise<TraitName[]> =>
  selectNames(db, accountId)

/** By the ids of variables. */
export const traitNamesOf = async (db: Database, accountId: string): Promise<ReadonlyMap<string, string>> =>
  new Map((await selectNames(db, accountId)).map(({ variableId, name }) => [variableId, name]))

/** @throws AppError 'invalid' when a trait is named twice */
export async function saveTraitNames(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { names }: BodyOf<'saveTraitNames'>,
): Promise<void> {
  const { accountId } = actor
  const twice = names.findIndex(({ variableId }, at) => names.findIndex((one) => one.variableId === variableId) < at)
  if (twice >= 0) throw errorAt(`names.${twice}.variableId`, `${names[twice]?.variableId} is named twice`)
  await db.transaction().execute(async (trx) => {
    // Two people save one after the other.
    await lockAccount(trx, accountId)
    await requireApproved(trx, actor)
    await trx.deleteFrom('traitNames').where('accountId', '=', accountId).execute()
    if (names.length > 0)
      await trx
        .insertInto('traitNames')
        .values(names.map((name) => ({ accountId, ...name })))
        .execute()
    const entry = { action: 'account.traits-named', subject: `user:${accountId}`, after: { names: names.length } }
    await audit(trx, actor, { at: now(), ...entry })
  })
}

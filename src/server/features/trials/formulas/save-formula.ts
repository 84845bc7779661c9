import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { BodyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import { FORMULAS_MAX } from '#domain/trial-formulas.ts'
import { formulaProblemOf, idProblem } from '#imagery/traits/catalogue/own-traits.ts'
import type { Actor } from '../../../actor.ts'
import type { Schema } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { lockTrial } from '../queries.ts'
import { formulaNotFound } from './delete-formula.ts'

/** Makes a formula, or changes one. What was measured with it stays as it is. */
export async function saveFormula(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { trialId, formulaId, ...rest }: BodyOf<'saveFormula'>,
): Promise<{ formulaId: string }> {
  rejectProblem('trait', idProblem(rest.trait))
  rejectProblem('formula', formulaProblemOf(rest.formula))
  const at = now()
  const after = { ...rest, unit: rest.unit ?? null }
  const id = formulaId ?? randomUUID()
  await db.transaction().execute(async (trx) => {
    await lockTrial(trx, actor, trialId)
    const others = (await selectOthers(trx, trialId).execute()).filter((one) => one.id !== formulaId)
    if (others.some((one) => one.trait?.toLowerCase() === rest.trait.toLowerCase()))
      throw new AppError('conflict', `This trial has a formula ${rest.trait} already. Choose another short name.`)
    if (others.length >= FORMULAS_MAX)
      throw new AppError('conflict', `A trial has at most ${FORMULAS_MAX} formulas. Delete one first.`)
    const row = { ...after, authorId: actor.userId, changedAt: at }
    if (formulaId === undefined)
      await trx
        .insertInto('trialFormulas')
        .values({ id, trialId, ...row })
        .execute()
    else await changeFormula(trx, { id, trialId }, row)
    await audit(trx, actor, { at, action: 'trial.formula-saved', subject: `trial:${trialId}`, after })
  })
  return { formulaId: id }
}

function rejectProblem(field: 'trait' | 'formula', message: string | undefined): void {
  if (message !== undefined) throw new AppError('invalid', message, { errors: [{ field, message }] })
}

const selectOthers = (trx: Kysely<Schema>, trialId: string) =>
  trx.selectFrom('trialFormulas').select(['id', 'trait']).where('trialId', '=', trialId)

type Row = Pick<BodyOf<'saveFormula'>, 'trait' | 'name' | 'formula'> & {
  unit: string | null
  authorId: string
  changedAt: Date
}

async function changeFormula(trx: Kysely<Schema>, of: { id: string; trialId: string }, row: Row): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('trialFormulas')
    .set(row)
    .where('id', '=', of.id)
    .where('trialId', '=', of.trialId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw formulaNotFound()
}

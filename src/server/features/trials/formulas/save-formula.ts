import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BodyOf } from '#contract/api.ts'
import { AppError, errorAt } from '#domain/errors.ts'
import { FORMULAS_MAX } from '#domain/trial-formulas.ts'
import { readColumnFormula } from '#imagery/traits/catalogue/column-formulas.ts'
import { formulaProblemOf, idProblem } from '#imagery/traits/catalogue/own-traits.ts'
import type { Actor } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { newerChange } from '../newer-change.ts'
import { lockTrial } from '../queries.ts'
import { formulaNotFound } from './delete-formula.ts'

/** Makes a formula of an own trait or of a column of the table, or changes one. What was measured with it stays as it is. */
export async function saveFormula(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { trialId, formulaId, trait: shortName, seen, ...rest }: BodyOf<'saveFormula'>,
): Promise<{ formulaId: string }> {
  const trait = shortName ?? null
  rejectProblem('trait', trait === null ? undefined : idProblem(trait))
  rejectProblem('formula', trait === null ? columnProblemOf(rest.formula) : formulaProblemOf(rest.formula))
  const at = now()
  const after = { trait, ...rest, unit: rest.unit ?? null }
  const id = formulaId ?? randomUUID()
  await db.transaction().execute(async (trx) => {
    await lockTrial(trx, actor, trialId)
    if (formulaId !== undefined && seen !== undefined) await rejectNewer(trx, { formulaId, seen, after })
    const name = trait ?? rest.name
    const all = await selectNames(trx, trialId, name).execute()
    const others = all.filter((one) => one.id !== formulaId)
    if (others.some((one) => one.isColumn === (trait === null) && one.hasName))
      throw new AppError(
        'conflict',
        `This trial has a formula ${name} already. Choose another ${trait === null ? '' : 'short '}name.`,
      )
    if (others.length >= FORMULAS_MAX)
      throw new AppError('conflict', `A trial has at most ${FORMULAS_MAX} formulas. Delete one first.`)
    const row = { ...after, authorId: actor.userId, changedAt: at }
    if (formulaId === undefined)
      await trx
        .insertInto('trialFormulas')
        .values({ id, trialId, ...row })
        .execute()
    else if (all.some((one) => one.id === id && one.isColumn === (trait === null)))
      await trx.updateTable('trialFormulas').set(row).where('id', '=', id).execute()
    else throw formulaNotFound()
    await audit(trx, actor, { at, action: 'trial.formula-saved', subject: `trial:${trialId}`, after })
  })
  return { formulaId: id }
}

type Seen = { formulaId: string; seen: string; after: Record<(typeof FIELDS)[number], string | null> }

const FIELDS = ['trait', 'name', 'formula', 'unit'] as const

async function rejectNewer(trx: Database, { formulaId, seen, after }: Seen): Promise<void> {
  const columns = [...FIELDS, 'authorId', 'changedAt'] as const
  const stored = await trx.selectFrom('trialFormulas').select(columns).where('id', '=', formulaId).executeTakeFirst()
  if (!stored || stored.changedAt.toISOString() === seen) return
  const differences = FIELDS.filter((what) => stored[what] !== after[what]).map((what) => ({
    what,
    theirs: stored[what],
    yours: after[what],
  }))
  if (differences.length === 0) return
  throw await newerChange(trx, { authorId: stored.authorId, at: stored.changedAt, differences })
}

function rejectProblem(field: 'trait' | 'formula', message: string | undefined): void {
  if (message !== undefined) throw errorAt(field, message)
}

/** A name counts as the index of the database takes it. */
const selectNames = (trx: Database, trialId: string, name: string) =>
  trx
    .selectFrom('trialFormulas')
    .select([
      'id',
      sql<boolean>`trait is null`.as('isColumn'),
      sql<boolean>`lower(coalesce(trait, name)) = lower(${name})`.as('hasName'),
    ])
    .where('trialId', '=', trialId)

function columnProblemOf(text: string): string | undefined {
  const read = readColumnFormula(text)
  return typeof read === 'string' ? read : undefined
}

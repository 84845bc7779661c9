import type { ReplyOf } from '#contract/api.ts'
import type { OwnTrait } from '#domain/trial-formulas.ts'
import type { Actor } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { authorName, loadTrial } from '../queries.ts'

export async function listFormulas(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { trialId }: { trialId: string },
): Promise<ReplyOf<'listFormulas'>['data']> {
  await loadTrial(db, actor, trialId)
  const rows = await selectFormulas(db, trialId).select(authorName.as('author')).execute()
  return rows.map(({ id, author, changedAt, trait, name, formula, unit }) => ({
    formulaId: id,
    trait,
    name,
    formula,
    unit,
    author: author ?? '',
    changedTime: changedAt.toISOString(),
  }))
}

const selectFormulas = (db: Database, trialId: string) =>
  db.selectFrom('trialFormulas').selectAll().where('trialId', '=', trialId).orderBy('trait').orderBy('name')

/** As a measurement takes them. */
export async function loadOwnTraits(db: Database, trialId: string): Promise<OwnTrait[]> {
  const rows = await selectFormulas(db, trialId).execute()
  return rows.flatMap(({ trait, name, formula, unit }) =>
    trait === null ? [] : [{ trait, name, formula, unit: unit ?? '1' }],
  )
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BodyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import { OWN_COLUMNS_MAX, OWN_VALUES_MAX, type ValueType } from '#domain/trials.ts'
import type { Actor } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { newerChange } from '../newer-change.ts'
import { lockTrial } from '../queries.ts'

type Column = Pick<BodyOf<'saveOwnColumn'>, 'trialId' | 'name' | 'unit'> & {
  takenOn: string | null
  valueType: ValueType | null | undefined
}

/** Saves values of a column. Those of other plots stay. */
export async function saveOwnColumn(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { values, takenOn: date, type, ...column }: BodyOf<'saveOwnColumn'>,
): Promise<{ columnId: string }> {
  const at = now()
  const { trialId, name } = column
  const takenOn = date ?? null
  return db.transaction().execute(async (trx) => {
    await lockTrial(trx, actor, trialId)
    await rejectNewer(trx, { trialId, name, takenOn, values })
    const change = { authorId: actor.userId, changedAt: at }
    const columnId = await writeColumn(trx, { ...column, takenOn, valueType: type, values }, change)
    await requireRoom(trx, trialId)
    const after = { name, ...(takenOn !== null && { takenOn }), plots: values.length }
    await audit(trx, actor, { at, action: 'trial.column-saved', subject: `trial:${trialId}`, after })
    return { columnId }
  })
}

type Seen = Pick<BodyOf<'saveOwnColumn'>, 'trialId' | 'name' | 'values'> & { takenOn: string | null }

const DIFFERENCES_SHOWN = 100

/** Two people may type into one column at once, but for the same plot. */
async function rejectNewer(trx: Database, { trialId, name, takenOn, values }: Seen): Promise<void> {
  const column = await trx
    .selectFrom('trialColumns')
    .select(['plotValues', 'authorId', 'changedAt'])
    .where('trialId', '=', trialId)
    .where('name', '=', name)
    .where('takenOn', 'is not distinct from', takenOn)
    .executeTakeFirst()
  if (!column) return
  const stored = new Map(Object.entries(column.plotValues))
  const differences = values.flatMap(({ plotId, value: yours, seen }) => {
    const theirs = stored.get(plotId) ?? null
    return seen === undefined || theirs === seen || theirs === yours ? [] : [{ what: plotId, theirs, yours }]
  })
  if (differences.length === 0) return
  const { authorId, changedAt: at } = column
  throw await newerChange(trx, { authorId, at, differences: differences.slice(0, DIFFERENCES_SHOWN) })
}

type Change = { authorId: string; changedAt: Date }

export async function writeColumn(
  trx: Database,
  { values, ...column }: Column & Pick<BodyOf<'saveOwnColumn'>, 'values'>,
  change: Change,
): Promise<string> {
  const changes = JSON.stringify(Object.fromEntries(values.map(({ plotId, value }) => [plotId, value])))
  const columnId = await findOrMake(trx, column, change)
  await trx
    .updateTable('trialColumns')
    .set({ plotValues: sql<string>`jsonb_strip_nulls(plot_values || ${changes}::jsonb)` })
    .where('id', '=', columnId)
    .execute()
  return columnId
}

async function findOrMake(trx: Database, { unit, valueType, ...column }: Column, change: Change): Promise<string> {
  const { trialId, name, takenOn } = column
  const found = await trx
    .updateTable('trialColumns')
    .set({ ...change, ...(unit !== undefined && { unit }), ...(valueType !== undefined && { valueType }) })
    .where('trialId', '=', trialId)
    .where('name', '=', name)
    .where('takenOn', 'is not distinct from', takenOn)
    .returning('id')
    .executeTakeFirst()
  if (found) return found.id
  const id = randomUUID()
  await trx
    .insertInto('trialColumns')
    .values({ id, ...column, unit: unit ?? null, valueType, plotValues: '{}', ...change })
    .execute()
  return id
}

export async function requireRoom(trx: Database, trialId: string): Promise<void> {
  const { columns, values } = await takenRoom(trx, trialId)
  if (columns > OWN_COLUMNS_MAX)
    throw new AppError('conflict', `A trial has at most ${OWN_COLUMNS_MAX} own columns. Delete one first.`)
  if (values > OWN_VALUES_MAX)
    throw new AppError(
      'conflict',
      `The own columns of a trial have at most ${OWN_VALUES_MAX.toLocaleString('en')} values. Delete a column first.`,
    )
}

export const takenRoom = (trx: Database, trialId: string): Promise<{ columns: number; values: number }> =>
  trx
    .selectFrom('trialColumns')
    .select((row) => row.fn.countAll<number>().as('columns'))
    .select(sql<number>`coalesce(sum((select count(*) from jsonb_object_keys(plot_values))), 0)::int`.as('values'))
    .where('trialId', '=', trialId)
    .executeTakeFirstOrThrow()

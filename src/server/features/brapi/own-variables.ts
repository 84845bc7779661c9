import { sql } from 'kysely'
import type { OwnTrait } from '#domain/trial-formulas.ts'
import { recordedColumn } from '#imagery/plot-values/recorded-traits.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { countAll } from '../../lists/bounded-count.ts'
import { studiesOf } from '../trials/queries.ts'
import { type Part, partOfQuery } from './page.ts'
import { type Variable, variableOfColumn, variableOfTrait } from './variable-of.ts'

/** All of the trials that a person may see, or those that `wanted` may be the id of. */
export const ownVariables = async (db: Database, actor: Actor, wanted?: string): Promise<Part<Variable>[]> => [
  await formulaVariables(db, actor, wanted),
  await columnVariables(db, actor, wanted),
  await madeVariables(db, actor, wanted),
]

/** What people have recorded in the trials that a person may see, by name and unit: each once. */
async function columnVariables(db: Database, actor: Actor, wanted?: string): Promise<Part<Variable>> {
  const visible = studiesOf(db, actor).select('trials.id')
  let columns = db.selectFrom('trialColumns').where('trialId', 'in', visible).where(sql<boolean>`plot_values <> '{}'`)
  if (wanted !== undefined) columns = columns.where(idOfColumn, '=', wanted)
  const found = columns
    .select(['id', 'name', 'unit', 'valueType'])
    .distinctOn(['name', 'unit'])
    .orderBy('name')
    .orderBy('unit')
    .orderBy('changedAt', 'desc')
    .orderBy('id')
  return partOfQuery(db, found, async (rows) => {
    const variables: Variable[] = []
    // One after another, because a column may have a value for each of 20,000 plots.
    for (const { id, name, unit, valueType } of rows) {
      const type = valueType ?? (await typeOfColumn(db, id))
      if (type !== undefined) variables.push(variableOfColumn({ name, givenUnit: unit, type }))
    }
    return variables
  })
}

/** As `ownVariableIdOf` has it. */
export const idOfColumn = sql<string>`'own_' || left(encode(sha256(convert_to(
  '[' || to_json(name)::text || ',' || coalesce(to_json(unit)::text, 'null') || ']', 'UTF8'
)), 'hex'), 12)`

/** Undefined when it was deleted meanwhile. */
async function typeOfColumn(db: Database, id: string) {
  const row = await db
    .selectFrom('trialColumns')
    .select(['name', 'unit', 'plotValues'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const values = Object.entries(row.plotValues).map(([plotId, value]) => ({ plotId, value }))
  return recordedColumn({ name: row.name, unit: row.unit, takenOn: null, chosenType: null, values }).type
}

/** Variables that clients have made in the account, and that no column has yet. */
async function madeVariables(db: Database, actor: Actor, wanted?: string): Promise<Part<Variable>> {
  const visible = studiesOf(db, actor).select('trials.id')
  let made = db
    .selectFrom('ownVariables')
    .where('accountId', '=', actor.accountId)
    .where(
      sql<boolean>`not exists (select from trial_columns where trial_id in (${visible}) and plot_values <> '{}'
        and trial_columns.name = own_variables.name and trial_columns.unit is not distinct from own_variables.unit)`,
    )
  if (wanted !== undefined) made = made.where('id', '=', wanted)
  const found = made.select(['name', 'unit', 'valueType']).orderBy('name').orderBy('id')
  return partOfQuery(db, found, (rows) =>
    rows.map(({ name, unit, valueType }) => variableOfColumn({ name, givenUnit: unit, type: valueType })),
  )
}

/** Formulas of people that the newest measurements of these trials have, by short name, formula and unit: each once. */
async function formulaVariables(db: Database, actor: Actor, wanted?: string): Promise<Part<Variable>> {
  const visible = studiesOf(db, actor).select('trials.id')
  const measured = sql`
    select distinct on (own ->> 'trait', own ->> 'formula', own ->> 'unit') own
    from (
      select distinct on (trial_id) id, settings from measurements join work using (id)
      where state = 'DONE' and trial_id in (${visible})
      order by trial_id, created_at desc, id desc
    ) as newest, jsonb_array_elements(settings -> 'formulas') as own
    where exists (select from measured_traits where measurement_id = newest.id and trait = own ->> 'trait')
      and (${wanted ?? null}::text is null or starts_with(${wanted ?? null}::text, own ->> 'trait' || '_'))
    order by own ->> 'trait', own ->> 'formula', own ->> 'unit', newest.id`
  return {
    count: await countAll(db, measured),
    async read(from, limit) {
      const listed = await sql<{ own: OwnTrait }>`${measured} limit ${limit} offset ${from}`.execute(db)
      return listed.rows.map(({ own }) => variableOfTrait(own, [own]))
    },
  }
}

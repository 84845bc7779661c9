import { OWN_COLUMNS_MAX, OWN_VALUES_MAX } from '#domain/trials.ts'
import type { OtherColumn } from '#imagery/geojson/other-columns.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { takenRoom, writeColumn } from './save-own-column.ts'

type Change = Parameters<typeof writeColumn>[2]

/**
 * Keeps what a file with plots says beyond their attributes. A column that the trial has is left as it is: people may have corrected
 * it. Answers the names of those that were kept, and why others weren't.
 */
export async function keepOtherColumns(
  trx: Database,
  { trialId, columns }: { trialId: string; columns: readonly OtherColumn[] },
  change: Change,
): Promise<{ kept: string[]; leftOut: string[] }> {
  const existing = await trx.selectFrom('trialColumns').select('name').where('trialId', '=', trialId).execute()
  const names = new Set(existing.map(({ name }) => name))
  const room = await takenRoom(trx, trialId)
  const [kept, leftOut]: [string[], string[]] = [[], []]
  for (const { name, values } of columns) {
    const isFull = room.columns >= OWN_COLUMNS_MAX || room.values + values.length > OWN_VALUES_MAX
    if (names.has(name)) leftOut.push(`column ${name}: the trial has one of this name, which stays as it is`)
    else if (isFull) leftOut.push(`column ${name}: the own columns of this trial are full`)
    else {
      await writeColumn(trx, { trialId, name, unit: undefined, takenOn: null, valueType: undefined, values }, change)
      room.columns += 1
      room.values += values.length
      kept.push(name)
    }
  }
  return { kept, leftOut }
}

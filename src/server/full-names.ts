import type { Database } from './adapters/db/schema.ts'

/** Of people, by their ids. */
export async function fullNamesOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const people = await db
    .selectFrom('users')
    .select(['id', 'fullName'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(people.map(({ id, fullName }) => [id, fullName]))
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../adapters/db/schema.ts'

/** Assigns exactly these projects to a customer, in this order. A removed project is kept while requests or trials belong to it. */
export async function assignProjects(
  trx: Database,
  { accountId, names, at }: { accountId: string; names: readonly string[]; at: Date },
): Promise<void> {
  const others = sql<boolean>`name <> all (${names}::text[])`
  await trx
    .updateTable('projects')
    .set({ assigned: false })
    .where('accountId', '=', accountId)
    .where('assigned', '=', true)
    .where(others)
    .execute()
  await trx
    .deleteFrom('projects')
    .where('accountId', '=', accountId)
    .where(others)
    .where((where) =>
      where.not(
        where.or([
          where.exists(where.selectFrom('analyses').select('id').whereRef('projectId', '=', 'projects.id')),
          where.exists(where.selectFrom('trials').select('id').whereRef('projectId', '=', 'projects.id')),
        ]),
      ),
    )
    .execute()
  if (names.length === 0) return
  const rows = names.map((name, index) => ({
    id: randomUUID(),
    accountId,
    name,
    assigned: true,
    position: index + 1,
    createdAt: at,
  }))
  await trx
    .insertInto('projects')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'name'])
        .doUpdateSet((set) => ({ assigned: true, position: set.ref('excluded.position') })),
    )
    .execute()
}

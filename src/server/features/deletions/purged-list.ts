import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { DELETION_KINDS, type DeletionKind } from '#domain/deletions.ts'
import type { Database, Schema } from '../../adapters/db/schema.ts'
import { writeSynced } from '../../adapters/storage/incoming/durable-files.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches } from '../../lists/in-batches.ts'

const PURGED_LIST = 'purged.ndjson'

const purged = z.object({
  kind: z.enum(DELETION_KINDS),
  id: z.string(),
  askedBy: z.nullable(z.string()),
  askedAt: z.iso.datetime(),
})
/** Of something that was removed for good. */
export type Purged = z.infer<typeof purged>

/** Reads a receipt of the activity log, or a line of the list. */
export const parsePurged = (receipt: unknown): Purged => purged.parse(receipt)

/** Writes all that was ever removed for good into the data folder, for a restore of a backup that still has it. */
export async function writePurgedList({ db, config }: Pick<Deps, 'db'> & WithConfig<'dataDir'>): Promise<void> {
  const lines: string[] = []
  await inBatches({ id: 0 }, async (last) => {
    const rows = await db
      .selectFrom('audit')
      .select(['id', 'before'])
      .where('action', '=', 'deletion.purged')
      .where('id', '>', last.id)
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute()
    lines.push(...rows.map(({ before }) => `${JSON.stringify(parsePurged(before))}\n`))
    return cursorAfter(rows)
  })
  const file = join(config.dataDir, PURGED_LIST)
  await writeSynced(`${file}.new`, lines.join(''))
  await rename(`${file}.new`, file)
}

const TABLES = {
  file: 'files',
  archive: 'analyses',
  request: 'analyses',
  trial: 'trials',
  project: 'projects',
  account: 'users',
} satisfies Record<DeletionKind, keyof Schema>

/** Has it removed by the next run, as far as it is there. */
export async function deleteAgain(
  db: Database,
  list: readonly Purged[],
  { purgeOn }: { purgeOn: Date },
): Promise<void> {
  for (const { kind, id, askedBy, askedAt } of list) {
    const owner = sql.ref(kind === 'account' ? 'id' : 'account_id')
    await sql`
      insert into deletions (kind, subject_id, owner_id, asked_by, asked_at, purge_on)
      select ${kind}, id, ${owner}, ${askedBy}, ${askedAt}::timestamptz, ${purgeOn} from ${sql.table(TABLES[kind])} where id = ${id}
      on conflict (kind, subject_id) do update set purge_on = excluded.purge_on`.execute(db)
    // What worked on it was cut off by the restore.
    if (kind === 'request')
      await sql`
        update work set state = 'CANCELLED', ended_at = now()
        where state in ('QUEUED', 'RUNNING') and id in (select id from runs where analysis_id = ${id})`.execute(db)
  }
}

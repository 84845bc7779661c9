import { sql } from 'kysely'
import type { Database } from '../../adapters/db/schema.ts'

/** The tables written to since the last call, without rolled-back transactions. */
export type WriteLog = { tablesWritten: () => Promise<string[]> }

/** Rate limits and the audit log are not considered. */
const IGNORED = /^(rate_limit_.*|login_attempts|audit|kysely_.*|written)$/
/** Jobs of earlier calls report their progress here meanwhile. */
const CHANGED_BY_JOBS = 'work'

export async function openWriteLog(db: Database): Promise<WriteLog> {
  await sql`create table written (id bigserial primary key, name text not null)`.execute(db)
  await sql`
    create function note_write() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
      insert into written (name) values (tg_table_name);
      return null;
    end $$`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  for (const { name } of rows.filter((table) => !IGNORED.test(table.name)))
    await sql`
      create trigger note_write after insert ${name === CHANGED_BY_JOBS ? sql`` : sql`or update or delete`} on ${sql.table(name)}
      for each row execute function note_write()`.execute(db)

  let last = 0
  return {
    async tablesWritten() {
      const found = await sql<{ id: string; name: string }>`
        select id, name from written where id > ${last} order by id`.execute(db)
      last = Number(found.rows.at(-1)?.id ?? last)
      return [...new Set(found.rows.map(({ name }) => name))]
    },
  }
}

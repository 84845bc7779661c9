import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `alter table letters
    add column delivery text not null default 'WAITING'
      check (delivery in ('WAITING', 'SENT', 'FAILED', 'EXPIRED')),
    add column send_tries integer not null default 0,
    add column unsure_tries integer not null default 0,
    add column last_answer text,
    add column expires_at timestamptz(3),
    add column settled_at timestamptz(3)`,
  `update letters set delivery = 'SENT', settled_at = sent_at where sent_at is not null`,
  `create index letters_lost on letters (settled_at desc, id desc) where delivery in ('FAILED', 'EXPIRED')`,
]

export const deliveries: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

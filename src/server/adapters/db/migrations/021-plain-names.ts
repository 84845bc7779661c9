import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Tables, columns, indexes and constraints with the names of the field. The views are for the version before, which may run beside
 * this one: they have the old names, and PostgreSQL passes what is written to them on to the tables.
 */
const statements = [
  'alter table letters rename to emails',
  'alter table emails rename column delivery to status',
  'alter table emails rename column send_tries to attempts',
  'alter table emails rename column unsure_tries to unknown_attempts',
  'alter table emails rename column last_answer to last_error',
  'alter table emails rename constraint letters_pkey to emails_pkey',
  'alter table emails rename constraint letters_delivery_check to emails_status_check',
  'alter index letters_lost rename to emails_undelivered',
  'alter index letters_waiting rename to emails_waiting',
  'alter index letters_settled rename to emails_settled',
  `create view letters as select id, to_email, subject, text, html, created_at, sent_at, status as delivery, attempts as send_tries,
    unknown_attempts as unsure_tries, last_error as last_answer, expires_at, settled_at from emails`,

  'alter table login_tries rename to login_attempts',
  'alter table login_attempts rename column tries to attempts',
  'alter table login_attempts rename column tried_at to attempted_at',
  'alter table login_attempts rename constraint login_tries_pkey to login_attempts_pkey',
  'create view login_tries as select key, attempts as tries, attempted_at as tried_at from login_attempts',

  'alter table limit_hits rename to rate_limit_hits',
  'alter table rate_limit_hits rename column what to subject',
  'alter index limit_hits_key rename to rate_limit_hits_key',
  'alter index limit_hits_at rename to rate_limit_hits_at',
  'create view limit_hits as select key, at, subject as what from rate_limit_hits',

  'alter table limit_buckets rename to rate_limit_buckets',
  'alter table rate_limit_buckets rename constraint limit_buckets_pkey to rate_limit_buckets_pkey',
  'create view limit_buckets as select key, full_at from rate_limit_buckets',

  'alter table key_of_data rename to secret_key_id',
  'alter table secret_key_id rename constraint key_of_data_pkey to secret_key_id_pkey',
  'alter table secret_key_id rename constraint key_of_data_one_check to secret_key_id_one_check',
  'create view key_of_data as select one, key_id from secret_key_id',
]

export const plainNames: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

import type { Kysely } from 'kysely'
import type { Actor, Caller } from './actor.ts'
import type { Schema } from './adapters/db/schema.ts'

type Entry = { action: string; subject: string; before?: unknown; after?: unknown }

/** Writes who did what, inside the transaction of the change. `subject` is `<noun>:<id>`. */
export async function audit(trx: Kysely<Schema>, caller: Caller | Actor, entry: Entry & { at: Date }): Promise<void> {
  await trx
    .insertInto('audit')
    .values({
      at: entry.at,
      actorId: 'userId' in caller ? caller.userId : null,
      action: entry.action,
      subject: entry.subject,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      requestId: caller.requestId,
      address: caller.address,
    })
    .execute()
}

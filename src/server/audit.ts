import type { Kysely } from 'kysely'
import type { Caller } from './actor.ts'
import type { Schema } from './adapters/db/schema.ts'

type Entry = { action: string; subject: string; before?: unknown; after?: unknown }

/** An actor, or a caller whom the call itself has just made known: at login, say. */
type Doer = Caller & { userId?: string }

/** Writes who did what, inside the transaction of the change. `subject` is `<noun>:<id>`. */
export async function audit(trx: Kysely<Schema>, doer: Doer, entry: Entry & { at: Date }): Promise<void> {
  await trx
    .insertInto('audit')
    .values({
      at: entry.at,
      actorId: doer.userId ?? null,
      action: entry.action,
      subject: entry.subject,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      requestId: doer.requestId,
      address: doer.address,
    })
    .execute()
}

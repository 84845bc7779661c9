import type { Actor, Caller } from './actor.ts'
import type { Database } from './adapters/db/schema.ts'

type Entry = { action: string; subject: string; before?: unknown; after?: unknown }

/** An actor, or a caller whom the call itself has just identified, at login for example. */
type Doer = Caller & Pick<Partial<Actor>, 'userId' | 'token'>

/** The subject of what is done to a file or its upload: its request, or the project of an own file. */
export const subjectOfFile = ({
  analysisId,
  projectId,
}: {
  analysisId: string | null
  projectId: string | null
}): string => (analysisId === null ? `project:${projectId}` : `analysis:${analysisId}`)

/** Records an action, inside the transaction of the change. `subject` is `<noun>:<id>`. */
export const audit = (trx: Database, doer: Doer, entry: Entry & { at: Date }): Promise<void> =>
  auditAll(trx, doer, [entry])

/** The same for one kind of change to many subjects, at least one. */
export async function auditAll(trx: Database, doer: Doer, entries: readonly (Entry & { at: Date })[]): Promise<void> {
  await trx
    .insertInto('audit')
    .values(
      entries.map(({ at, action, subject, before, after }) => ({
        at,
        actorId: doer.userId ?? null,
        action,
        subject,
        before: before === undefined ? null : JSON.stringify(before),
        after: after === undefined ? null : JSON.stringify(after),
        requestId: doer.requestId,
        address: doer.address,
        token: doer.token?.name ?? null,
      })),
    )
    .execute()
}

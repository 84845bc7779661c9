import type { RawBuilder } from 'kysely'
import type { NewerChange } from '#contract/newer.ts'
import { displayName } from '#domain/display-names.ts'
import { AppError } from '#domain/errors.ts'
import type { Database, Trial } from '../../adapters/db/schema.ts'

type Change = { action: string; where: RawBuilder<boolean> }

/** Who last changed something of a trial, and when, as the log has it. */
export async function lastChange(
  db: Database,
  { id, createdAt }: Pick<Trial, 'id' | 'createdAt'>,
  { action, where }: Change,
): Promise<Pick<Newer, 'authorId' | 'at'>> {
  const entries = db.selectFrom('audit').select(['actorId', 'at']).where('subject', '=', `trial:${id}`)
  const last = await entries.where('action', '=', action).where(where).orderBy('id', 'desc').limit(1).executeTakeFirst()
  return { authorId: last?.actorId ?? null, at: last?.at ?? createdAt }
}

type Newer = { authorId: string | null; at: Date } & Pick<NewerChange, 'differences' | 'version'>

/** Refuses a change of what another one has changed since: says whose that was, and shows both. */
export async function newerChange(db: Database, { authorId, at, ...newer }: Newer): Promise<AppError> {
  const author = db.selectFrom('users').select('fullName').where('id', '=', authorId)
  const by = (await author.executeTakeFirst())?.fullName ?? ''
  const data = { by, changedTime: at.toISOString(), ...newer } satisfies NewerChange
  const message = `${by === '' ? 'Another person' : displayName(by)} changed this meanwhile. Nothing was saved yet: look at both.`
  return new AppError('conflict', message, { data })
}

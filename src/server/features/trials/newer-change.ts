import type { Kysely } from 'kysely'
import type { NewerChange } from '#contract/newer.ts'
import { displayName } from '#domain/display-names.ts'
import { AppError } from '#domain/errors.ts'
import type { Schema } from '../../adapters/db/schema.ts'

type Newer = { authorId: string | null; at: Date } & Pick<NewerChange, 'differences' | 'version'>

/** Refuses a change of what another one has changed since: says whose that was, and shows both. */
export async function newerChange(db: Kysely<Schema>, { authorId, at, ...newer }: Newer): Promise<AppError> {
  const author = db.selectFrom('users').select('fullName').where('id', '=', authorId)
  const by = (await author.executeTakeFirst())?.fullName ?? ''
  const data = { by, changedTime: at.toISOString(), ...newer } satisfies NewerChange
  const message = `${by === '' ? 'Another person' : displayName(by)} changed this meanwhile. Nothing was saved yet: look at both.`
  return new AppError('conflict', message, { data })
}

import { sql } from 'kysely'
import type { DeletionKind } from '#domain/deletions.ts'
import { AppError } from '#domain/errors.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { isStaff, visibleTo } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { subjectOfFile } from '../../audit.ts'
import { requireApproved } from '../../still-allowed.ts'
import { projectName } from '../projects/queries.ts'
import { lockReadable, trialIsClosed, trialNotFound } from '../trials/queries.ts'

/** Who registered an account may have handed it over. */
async function requireNotHandedOver(trx: Database, userId: string): Promise<void> {
  const own = trx.selectFrom('memberships').select('role').where('accountId', '=', userId).where('userId', '=', userId)
  if ((await own.executeTakeFirst())?.role === 'owner') return
  throw new AppError(
    'conflict',
    'You handed over this account. One of its owners has to make you an owner again first.',
  )
}

export type Subject = { kind: DeletionKind; id: string }

/** What a person may delete, locked until the transaction ends. */
export type FoundSubject = Subject & { name: string; ownerId: string; auditSubject: string }

/**
 * Customers may delete what is their own, staff what is of customers. Only the own account may be deleted by a person who is not
 * approved. @throws AppError 'not-found', 'forbidden'
 */
export async function findSubject(trx: Database, actor: Actor, subject: Subject): Promise<FoundSubject> {
  if (subject.kind !== 'account' || subject.id !== actor.userId) await requireApproved(trx, actor)
  const found = await FINDERS[subject.kind](trx, actor, subject.id)
  if (!found) throw new AppError('not-found', 'This does not exist, or was removed for good')
  return { ...subject, ...found }
}

type Found = Omit<FoundSubject, keyof Subject>
type Finder = (trx: Database, actor: Actor, id: string) => Promise<Found | undefined>

const findRequest: Finder = async (trx, actor, id) => {
  const row = await trx
    .selectFrom('analyses')
    .select(['accountId', projectName.as('projectType')])
    .where('id', '=', id)
    .where('status', '<>', 'UPLOADING')
    .where(visibleTo(actor, 'analyses'))
    .forUpdate()
    .executeTakeFirst()
  return row && { name: projectTypeLabel(row.projectType), ownerId: row.accountId, auditSubject: `analysis:${id}` }
}

const FINDERS: Record<DeletionKind, Finder> = {
  request: findRequest,
  archive: findRequest,
  file: async (trx, actor, id) => {
    const row = await trx
      .selectFrom('files')
      .selectAll('files')
      .where('files.id', '=', id)
      .where('files.kind', '=', 'OWN')
      .where(visibleTo(actor, 'files'))
      .forUpdate('files')
      .executeTakeFirst()
    return row && { name: row.fileName, ownerId: row.accountId, auditSubject: subjectOfFile(row) }
  },
  trial: async (trx, actor, id) => {
    const { isClosed, name, accountId } = await lockReadable(trx, actor, id)
    // One that is shared with the account isn't its to delete.
    if (!isStaff(actor) && accountId !== actor.accountId) throw trialNotFound()
    if (isClosed) throw trialIsClosed()
    return { name, ownerId: accountId, auditSubject: `trial:${id}` }
  },
  project: async (trx, actor, id) => {
    const row = await trx
      .selectFrom('projects')
      .selectAll()
      .where('id', '=', id)
      .where(visibleTo(actor, 'projects'))
      .forUpdate()
      .executeTakeFirst()
    return row && { name: projectTypeLabel(row.name), ownerId: row.accountId, auditSubject: `project:${id}` }
  },
  account: async (trx, actor, id) => {
    const row = await trx
      .selectFrom('users')
      .select(['id', 'fullName'])
      .where('id', '=', id)
      .where('role', '=', 'USER')
      .where(isStaff(actor) ? sql<boolean>`true` : sql<boolean>`users.id = ${actor.userId}`)
      .forUpdate()
      .executeTakeFirst()
    if (row && !isStaff(actor)) await requireNotHandedOver(trx, actor.userId)
    return row && { name: row.fullName, ownerId: id, auditSubject: `user:${id}` }
  },
}

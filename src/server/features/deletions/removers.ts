import type { DeletionKind } from '#domain/deletions.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { SYSTEM } from '../../actor.ts'
import type { Database, StoredFile } from '../../adapters/db/schema.ts'
import { subjectOfFile } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { removeFile } from '../files/remove-file.ts'
import { projectName } from '../projects/queries.ts'
import { isMeasuredOn } from '../trials/queries.ts'
import { removeTrial } from '../trials/remove-trial.ts'
import { cancelWithin } from '../uploads/cancel-upload.ts'

/** What was removed, for its receipt. */
export type Removed = {
  /** Of the log. */
  subject: string
  name: string
  files?: { fileName: string; bytes: number; sha256: string | null }[]
}

/** Removes it with its rows; jobs remove the bytes. Undefined when it is gone already. */
type Remover = (trx: Database, deps: Pick<Deps, 'now' | 'queue'>, id: string) => Promise<Removed | 'in use' | undefined>

export const REMOVERS: Record<DeletionKind, Remover> = {
  file: async (trx, deps, id) => {
    const file = await trx
      .selectFrom('files')
      .selectAll()
      .where('id', '=', id)
      .where('kind', '=', 'OWN')
      .forUpdate()
      .executeTakeFirst()
    if (!file) return undefined
    const files = await removeFiles(trx, deps, [file])
    return { subject: subjectOfFile(file), name: file.fileName, files }
  },
  archive: async (trx, deps, id) => {
    const request = await lockRequest(trx, id)
    if (!request) return undefined
    if (await isWorkedOn(trx, deps, id)) return 'in use'
    const archives = trx.selectFrom('files').selectAll().where('analysisId', '=', id).where('kind', '=', 'ARCHIVE')
    return { ...request, files: await removeFiles(trx, deps, await archives.execute()) }
  },
  request: async (trx, deps, id) => {
    const request = await lockRequest(trx, id)
    if (!request) return undefined
    if (await isWorkedOn(trx, deps, id)) return 'in use'
    const files = await trx.selectFrom('files').selectAll().where('analysisId', '=', id).execute()
    const removed = await removeFiles(trx, deps, files)
    for (const table of ['runs', 'uploads', 'reports'] as const)
      await trx.deleteFrom(table).where('analysisId', '=', id).execute()
    await trx.deleteFrom('notices').where('subject', '=', `analysis:${id}`).execute()
    await trx.deleteFrom('deletions').where('kind', '=', 'archive').where('subjectId', '=', id).execute()
    await trx.deleteFrom('analyses').where('id', '=', id).execute()
    return { ...request, files: removed }
  },
  trial: async (trx, deps, id) => {
    const trial = await trx.selectFrom('trials').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!trial) return undefined
    await removeTrial(trx, deps, id)
    return { subject: `trial:${id}`, name: trial.name }
  },
  project: async (trx, deps, id) => {
    const project = await trx.selectFrom('projects').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!project) return undefined
    if (await cancelOpenUploads(trx, deps, { column: 'projectId', id })) return 'in use'
    await trx.deleteFrom('uploads').where('projectId', '=', id).execute()
    await trx.deleteFrom('projects').where('id', '=', id).execute()
    return { subject: `project:${id}`, name: projectTypeLabel(project.name) }
  },
  account: async (trx, _deps, id) => {
    const person = await trx
      .selectFrom('users')
      .select(['fullName', 'email'])
      .where('id', '=', id)
      .where('role', '=', 'USER')
      .forUpdate()
      .executeTakeFirst()
    if (!person) return undefined
    await trx.deleteFrom('emails').where('toEmail', '=', person.email).execute()
    await trx.deleteFrom('messages').where('email', '=', person.email).execute()
    // What they sent to other accounts stays there.
    const sent = trx.updateTable('uploads').where('userId', '=', id)
    await sent.set((is) => ({ userId: is.ref('accountId') })).execute()
    await trx.deleteFrom('users').where('id', '=', id).execute()
    return { subject: `user:${id}`, name: person.fullName }
  },
}

async function lockRequest(trx: Database, id: string): Promise<Pick<Removed, 'subject' | 'name'> | undefined> {
  const row = await trx
    .selectFrom('analyses')
    .select(projectName.as('projectType'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && { subject: `analysis:${id}`, name: projectTypeLabel(row.projectType) }
}

/** An engine works on its photos, a trial measures on its maps, or an upload to it was open until now. */
async function isWorkedOn(trx: Database, deps: Pick<Deps, 'now' | 'queue'>, id: string): Promise<boolean> {
  if (await cancelOpenUploads(trx, deps, { column: 'analysisId', id })) return true
  const run = await trx
    .selectFrom('runs')
    .innerJoin('work', 'work.id', 'runs.id')
    .select('runs.id')
    .where('analysisId', '=', id)
    .where('work.state', 'in', ['QUEUED', 'RUNNING'])
    .limit(1)
    .executeTakeFirst()
  return run !== undefined || (await isMeasuredOn(trx, id))
}

/** A job that removes the parts of a cancelled upload needs its row, so that is removed by the next run. */
async function cancelOpenUploads(
  trx: Database,
  deps: Pick<Deps, 'now' | 'queue'>,
  { column, id }: { column: 'analysisId' | 'projectId'; id: string },
): Promise<boolean> {
  const open = await trx.selectFrom('uploads').select('id').where(column, '=', id).where('state', '=', 'OPEN').execute()
  return (await cancelWithin(trx, deps, { caller: SYSTEM, uploadIds: open.map((upload) => upload.id) })) > 0
}

async function removeFiles(
  trx: Database,
  deps: Pick<Deps, 'queue'>,
  files: readonly StoredFile[],
): Promise<NonNullable<Removed['files']>> {
  for (const file of files) {
    await removeFile(trx, deps, file)
    if (file.uploadId !== null) await trx.deleteFrom('uploads').where('id', '=', file.uploadId).execute()
  }
  return files.map(({ fileName, bytes, sha256 }) => ({ fileName, bytes, sha256 }))
}

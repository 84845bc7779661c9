import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { lockFolder } from '../adapters/db/folder-lock.ts'
import { moveInto, syncFolder } from '../adapters/storage/incoming/durable-files.ts'
import { restrictFolder } from '../data-folder/permissions.ts'
import { copyObjects } from './copy-objects.ts'
import { dumpTables } from './dump-tables.ts'
import { backupsIn, type Manifest, nameOf, tableFile, writeManifest } from './manifest.ts'
import { type Pruned, pruneBackups } from './prune-backups.ts'
import { openRepository } from './repository.ts'
import type { Source } from './source.ts'

/** The default number of backups to keep. */
export const KEEP_DEFAULT = 14

const PARTIAL = '.partial-'
const REMOVED = '.removed-'

export type BackupResult = { backup: string; manifest: Omit<Manifest, 'format'>; copied: number } & Pruned

type Options = {
  now: Date
  version: string
  keep?: number
  /** Called with the number of finished objects. */
  report?: (objects: number) => void
  /** Called when the folder was accessible to other users. */
  log?: Pick<Logger, 'warn'>
}

const SILENT = { warn: () => undefined }

/**
 * Adds a backup to a repository: first the rows, in one snapshot, then their objects. The last step renames its folder. An
 * interruption leaves no backup, and the next backup cleans up.
 */
export async function createBackup(
  source: Source,
  folder: string,
  { now, version, keep = KEEP_DEFAULT, report = () => undefined, log = SILENT }: Options,
): Promise<BackupResult> {
  const parent = resolve(folder)
  const unlock = lockFolder(parent, { what: 'backup folder', instead: 'choose another folder' })
  restrictFolder(parent, log)
  try {
    await removeInterrupted(parent)
    const name = nameOf(now)
    const partial = join(parent, PARTIAL + name)
    await mkdir(join(partial, 'tables'), { recursive: true })
    const repository = await openRepository(join(parent, 'objects'))
    const dump = await dumpTables(source.db, (table) => tableFile(partial, table))
    const { copied, ...content } = await copyObjects(source, { backup: partial, repository, report })
    await repository.sync()
    const { keys, settings } = source
    const manifest = { madeAt: now.toISOString(), version, secretKeyId: keys.id, settings, ...dump, ...content }
    await writeManifest(partial, manifest, keys)
    for (const subfolder of [join(partial, 'tables'), partial]) await syncFolder(subfolder)
    const backup = join(parent, name)
    await moveInto(backup, partial)
    return { backup, manifest, copied, ...(await pruneBackups(parent, { keep, remove: removeBackup })) }
  } finally {
    unlock()
  }
}

async function removeInterrupted(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(PARTIAL) || name.startsWith(REMOVED)) await rm(join(folder, name), { recursive: true })
}

/** A backup is renamed before its removal, so that a partly removed one never counts. */
async function removeBackup(folder: string, backup: string): Promise<void> {
  const renamed = join(folder, REMOVED + backupsIn(folder).indexOf(backup))
  await rename(backup, renamed)
  await rm(renamed, { recursive: true })
}

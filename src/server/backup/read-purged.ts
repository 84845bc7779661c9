import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Purged, parsePurged } from '../features/deletions/purged-list.ts'
import { backupsIn, readManifest, tableFile } from './manifest.ts'
import { readNdjson } from './ndjson.ts'
import type { SigningKeys } from './signature.ts'

type Options = { keys: SigningKeys | null; list: string | undefined }

export type FoundPurged = {
  purged: Purged[]
  /** Newer backups that can't be read, or are of another origin: an older one is restored because of such. */
  unread: string[]
}

/** What was removed for good since a backup, as the newer backups beside it and a list of the data folder say. @throws Error of the list */
export async function readPurged(backup: string, { keys, list }: Options): Promise<FoundPurged> {
  const listed = list === undefined ? [] : (await readFile(list, 'utf8')).split('\n').filter((line) => line !== '')
  const purged = listed.map((line) => parsePurged(JSON.parse(line)))
  const unread: string[] = []
  for (const newer of backupsIn(dirname(backup)).filter((other) => other > backup))
    try {
      purged.push(...(await purgedIn(newer, keys)))
    } catch {
      unread.push(newer)
    }
  return { purged, unread }
}

async function purgedIn(backup: string, keys: SigningKeys | null): Promise<Purged[]> {
  const purged: Purged[] = []
  const { tables } = await readManifest(backup, keys)
  const audit = tables.find(({ name }) => name === 'audit')
  if (!audit) return purged
  for await (const line of readNdjson(tableFile(backup, audit.name), audit)) {
    const entry = JSON.parse(line) as { action: string; before: unknown }
    if (entry.action === 'deletion.purged') purged.push(parsePurged(entry.before))
  }
  return purged
}

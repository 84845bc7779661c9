import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Purged, parsePurged } from '../features/deletions/purged-list.ts'

import { backupsIn, readManifest, tableFile } from './manifest.ts'
import { readNdjson } from './ndjson.ts'
import type { SigningKeys } from './signature.ts'

type Options = { keys: SigningKeys | null; list: string | undefined }

/**
 * What was removed for good since a backup, as the newer backups beside it and a list of the data folder say. @throws Error when
 * one of them can't be read, or is of another origin: what people had removed would come back.
 */
export async function readPurged(backup: string, { keys, list }: Options): Promise<Purged[]> {
  const purged: Purged[] = []
  for (const newer of backupsIn(dirname(backup)).filter((other) => other > backup)) {
    const { tables } = await readManifest(newer, keys)
    const sha256 = tables.find(({ name }) => name === 'audit')?.sha256
    for await (const line of readNdjson(tableFile(newer, 'audit'), sha256 === undefined ? {} : { sha256 })) {
      const entry = JSON.parse(line) as { action: string; before: unknown }
      if (entry.action === 'deletion.purged') purged.push(parsePurged(entry.before))
    }
  }
  if (list === undefined) return purged
  const lines = (await readFile(list, 'utf8')).split('\n').filter((line) => line !== '')
  return [...purged, ...lines.map((line) => parsePurged(JSON.parse(line)))]
}

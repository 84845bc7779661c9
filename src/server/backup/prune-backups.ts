import { join } from 'node:path'
import { backupsIn, type Manifest, objectsFile, parseObject, readManifest } from './manifest.ts'
import { readNdjson } from './ndjson.ts'
import { pruneObjects } from './repository.ts'

export type Pruned = {
  /** The number of removed backups, and of the objects that no kept one names. */
  pruned: { backups: number; objects: number }
}

/** Keeps the newest backups of a folder, and the newest good one if it is not among them. */
export async function pruneBackups(
  folder: string,
  { keep, remove }: { keep: number; remove: (folder: string, backup: string) => Promise<void> },
): Promise<Pruned> {
  const all = await Promise.all(
    backupsIn(folder).map(async (backup) => ({ backup, manifest: await manifestOf(backup) })),
  )
  const lastGood = all.find(({ manifest }) => manifest?.faults.length === 0)
  const old = all.slice(keep).filter((one) => one !== lastGood)
  for (const { backup } of old) await remove(folder, backup)
  const kept = all.filter((one) => !old.includes(one))
  const named = await namesOf(kept)
  // While one of them cannot be read, its objects are unknown.
  const objects = named ? await pruneObjects(join(folder, 'objects'), (sha256) => named.has(sha256)) : 0
  return { pruned: { backups: old.length, objects } }
}

const manifestOf = (backup: string): Promise<Manifest | undefined> => readManifest(backup, null).catch(() => undefined)

async function namesOf(
  kept: readonly { backup: string; manifest: Manifest | undefined }[],
): Promise<Set<string> | undefined> {
  const named = new Set<string>()
  for (const { backup, manifest } of kept) {
    if (!manifest) return undefined
    try {
      for await (const line of readNdjson(objectsFile(backup))) named.add(parseObject(line).sha256)
    } catch {
      return undefined
    }
  }
  return named
}

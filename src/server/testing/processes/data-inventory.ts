import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { hours } from '#domain/units.ts'
import { readConfig } from '#server/config/config.ts'
import { type Deps, openDeps } from '#server/deps.ts'
import { expireUploads } from '#server/features/uploads/expire-uploads.ts'
import { jobs } from '#server/jobs.ts'

/** What the store of a stopped server contains, compared with its database. */
export type Inventory = {
  requests: number
  /** Incomplete requests and uploads. */
  unfinished: number
  /** Objects on disk: one per file, each of the recorded size. */
  objects: number
  /** Uploads in the store without a row, before and after expire-uploads. */
  orphans: { before: number; after: number }
}

const inTwoHours = () => new Date(Date.now() + hours(2))

/** Takes the inventory with the clock two hours ahead. @throws when an object is missing or has another size. */
export async function takeInventory(folder: string): Promise<Inventory> {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const { deps, close } = await openDeps(config, { jobs, now: inTwoHours })
  try {
    const requests = await deps.db.selectFrom('analyses').select('status').execute()
    const uploads = await deps.db.selectFrom('uploads').select('state').execute()
    const files = await deps.db.selectFrom('files').select(['storageKey', 'bytes']).execute()
    const open = uploads.filter(({ state }) => state === 'OPEN')
    for (const { storageKey, bytes } of files) {
      const object = await deps.embeddedStore?.findObject(storageKey)
      if (object?.size !== bytes)
        throw new Error(`${storageKey} has ${object?.size} bytes where ${bytes} were recorded`)
    }
    const before = await countOrphans(deps)
    await expireUploads(deps)
    return {
      requests: requests.length,
      unfinished: open.length + requests.filter(({ status }) => status === 'UPLOADING').length,
      objects: readdirSync(join(folder, 'objects/objects'), { recursive: true, encoding: 'utf8' }).filter((path) =>
        path.endsWith('manifest.json'),
      ).length,
      orphans: { before, after: await countOrphans(deps) },
    }
  } finally {
    await close()
  }
}

async function countOrphans({ db, storage }: Deps): Promise<number> {
  const open = await db.selectFrom('uploads').select('storageUploadId').where('state', '=', 'OPEN').execute()
  const known = new Set(open.map(({ storageUploadId }) => storageUploadId))
  let orphans = 0
  for await (const { uploadId } of storage.listUploads()) if (!known.has(uploadId)) orphans += 1
  return orphans
}

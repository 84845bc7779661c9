import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect } from 'vitest'
import { storedFileName } from '#domain/file-names.ts'
import type { Project } from '#server/adapters/db/schema.ts'
import { checkBackup } from '#server/backup/check-backup.ts'
import { createBackup } from '#server/backup/create-backup.ts'
import { mapConcurrent } from '#server/backup/map-concurrent.ts'
import { openSource } from '#server/backup/source.ts'
import { digestsOf } from '#server/compute/digests/digests.ts'
import { type Deps, openDeps } from '#server/deps.ts'
import { purgeDeleted } from '#server/features/deletions/purge-deleted.ts'
import { deleteAgain } from '#server/features/deletions/purged-list.ts'
import { jobs } from '#server/jobs.ts'
import { configOf, KEYS, restore } from '../server/backups.ts'

type Place = Record<string, string>

/** So many of these are left: every tenth is removed for good after the backup. */
export const keptOf = (requests: number): number => requests - Math.ceil(requests / 10)

/** The number of requests: 200 in the tests, REQUESTS in `npm run drill`. */
export const DRILL_REQUESTS = Number(process.env['REQUESTS'] ?? 200)

const log = pino({ level: 'silent' })

/** Different for each request, and up to 4 KiB long. */
const contentOf = (at: number): Buffer =>
  Buffer.concat(Array.from({ length: 1 + (at % 128) }, (_, block) => hash(`${at} ${block}`)))
const hash = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()

/** Creates a data folder with this many submitted requests, each with its archive in the store. */
export async function makePlace(place: Place, requests: number): Promise<void> {
  const { deps, close } = await openDeps(configOf(place), { jobs, log })
  const userId = randomUUID()
  const createdAt = new Date()
  const person = { id: userId, email: 'drill@example.org', fullName: 'Drill', passwordHash: 'none' }
  const project = {
    id: randomUUID(),
    accountId: userId,
    name: 'Soybean_Trial',
    assigned: true,
    position: 1,
    startsPreview: false,
    createdAt,
  }
  const account = { role: 'USER', status: 'APPROVED' } as const
  await deps.db
    .insertInto('users')
    .values({
      ...person,
      ...account,
      message: null,
      confirmedAt: createdAt,
      createdAt,
    })
    .execute()
  await deps.db.insertInto('projects').values(project).execute()
  for await (const _ of mapConcurrent(numbers(requests), (at) => submit(deps, project, at), 8));
  await close()
}

async function* numbers(count: number): AsyncGenerator<number> {
  for (let at = 0; at < count; at += 1) yield at
}

async function submit({ db, storage }: Deps, { id: projectId, accountId }: Project, at: number): Promise<void> {
  const analysisId = randomUUID()
  const fileName = `${at}.zip`
  const content = contentOf(at)
  const when = new Date()
  const storageKey = `${accountId}/${analysisId}/${storedFileName(fileName, when)}`
  const { uploadId } = await storage.openUpload({ key: storageKey })
  const part = { key: storageKey, uploadId, partNumber: 1, maxBytes: content.length, body: piecesOf(content) }
  const { etag } = await storage.putPart(part)
  await storage.completeUpload({ key: storageKey, uploadId, parts: [{ partNumber: 1, etag }] })
  const of = { analysisId, kind: 'ARCHIVE', fileName, storageKey } as const
  await db.transaction().execute(async (trx) => {
    const words = { projectId, description: fileName, reportCategories: [], message: null }
    const analysis = { id: analysisId, accountId, status: 'PENDING', submittedAt: when, ...words } as const
    await trx.insertInto('analyses').values(analysis).execute()
    const sizes = { totalParts: 1, partBytes: 65_536, fileBytes: content.length, remarks: '' }
    const nothing = { receiptsHash: null, fingerprint: null, senderDigest: null, receipts: null, publish: null }
    await trx
      .insertInto('uploads')
      .values({
        id: randomUUID(),
        storageUploadId: uploadId,
        accountId,
        userId: accountId,
        state: 'COMPLETE',
        startedAt: when,
        touchedAt: when,
        ...of,
        ...sizes,
        ...nothing,
      })
      .execute()
    const file = {
      id: randomUUID(),
      accountId,
      projectId,
      uploadId: null,
      addedBy: accountId,
      senderDigest: null,
      bytes: content.length,
      createdAt: when,
      publishedAt: when,
      sha256: null,
      digest: null,
    }
    await trx
      .insertInto('files')
      .values({ ...file, ...of })
      .execute()
  })
}

async function* piecesOf(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

/** Opens a data folder, and closes it. */
export async function withPlace(place: Place, work: (deps: Deps) => Promise<void>): Promise<void> {
  const { deps, close } = await openDeps(configOf(place), { jobs, log })
  try {
    await work(deps)
  } finally {
    await close()
  }
}

/** Has every tenth request removed for good. */
export const purgeSome = (place: Place): Promise<void> =>
  withPlace(place, async (deps) => {
    const requests = await deps.db.selectFrom('analyses').select('id').orderBy('id').execute()
    const askedAt = new Date().toISOString()
    const some = requests.filter((_, at) => at % 10 === 0)
    const asked = some.map(({ id }) => ({ kind: 'request', id, askedBy: null, askedAt }) as const)
    await deleteAgain(deps.db, asked, { purgeOn: new Date(0) })
    await purgeDeleted(deps)
  })

export type Drill = { requests: number; objects: number }

/**
 * Backs up a data folder like the command, verifies the backup, removes some requests for good, restores the backup elsewhere, and
 * compares everything with what was sent.
 */
export async function drill(from: Place, to: Place, folder: string): Promise<Drill> {
  const { source, close } = await openSource(configOf(from), { log, now: () => new Date() })
  const { backup, manifest } = await createBackup(source, join(folder, 'drill'), { now: new Date(), version: 'drill' })
  await close()
  const { problems } = await checkBackup(backup, { keys: KEYS })
  expect(problems).toEqual([])
  await purgeSome(from)
  const { objects } = await restore(to, backup, { purgedList: join(from['DATA_DIR'] ?? '', 'purged.ndjson') })
  expect(objects).toEqual({ count: manifest.objects.rows, bytes: manifest.objects.bytes })
  return await compare(to)
}

/** Every submitted request has its file, with the content that was sent. */
async function compare(place: Place): Promise<Drill> {
  const { deps, close } = await openDeps(configOf(place), { jobs, log })
  const rows = await deps.db
    .selectFrom('analyses')
    .leftJoin('files', 'files.analysisId', 'analyses.id')
    .select(['analyses.description', 'files.storageKey', 'files.bytes'])
    .where('status', '=', 'PENDING')
    .execute()
  let objects = 0
  for (const { description, storageKey, bytes } of rows) {
    const content = contentOf(Number.parseInt(description, 10))
    const read = await digestsOf(deps.storage.read({ key: storageKey ?? 'none' }))
    expect({ sha256: read.sha256, bytes }).toEqual({ sha256: hash(content).toString('hex'), bytes: content.length })
    objects += 1
  }
  await close()
  return { requests: rows.length, objects }
}

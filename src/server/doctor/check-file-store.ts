import { randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { minutes, seconds } from '#domain/units.ts'
import { layoutOf } from '../adapters/storage/local/layout.ts'
import type { S3Settings } from '../adapters/storage/s3/address.ts'
import type { S3Storage } from '../adapters/storage/s3/s3-storage.ts'
import { clockProblem } from './check-clock.ts'
import { type DoctorContext, type Finding, fail, ok, reasonOf } from './finding.ts'

const PERMISSION_HINT = 'Grant the permissions and set the CORS rule in docs/decisions/020-s3.md.'

/** Whether the store has files. Returns false if it cannot be read; checkFileStore reports that. */
export async function hasFiles({ config, now }: Pick<DoctorContext, 'config' | 'now'>): Promise<boolean> {
  const { objectStore, dataDir } = config
  if (objectStore) return bucketHasFiles(objectStore, now)
  const { open, objects } = layoutOf(join(dataDir, 'objects'))
  const folders = namesIn(objects).map((name) => join(objects, name))
  return [open, ...folders].some((folder) => namesIn(folder).length > 0)
}

const namesIn = (folder: string): string[] =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []

async function bucketHasFiles(settings: S3Settings, now: () => Date): Promise<boolean> {
  const scratch = await mkdtemp(join(tmpdir(), 'skyfurrow-doctor-'))
  try {
    const { openS3Storage } = await import('../adapters/storage/s3/s3-storage.ts')
    const log = pino({ level: 'silent' })
    const store = await openS3Storage({ settings, scratch: join(scratch, 'parts'), now, log })
    return !(await store.isEmpty())
  } catch {
    return false
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

export async function* checkFileStore(context: DoctorContext): AsyncGenerator<Finding> {
  const { objectStore } = context.config
  if (objectStore) yield* checkBucket(context, objectStore)
  else yield ok('file store', 'files are stored in DATA_DIR')
}

async function* checkBucket(context: DoctorContext, settings: S3Settings): AsyncGenerator<Finding> {
  // Not the folder of the product, because opening the store empties it.
  const scratch = await mkdtemp(join(tmpdir(), 'skyfurrow-doctor-'))
  const causes: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void causes.push(causeIn(line)) })
  try {
    const { openS3Storage } = await import('../adapters/storage/s3/s3-storage.ts')
    const store = await openS3Storage({ settings, scratch: join(scratch, 'parts'), now: context.now, log })
    const problem = (await bucketClockProblem(context, store)) ?? (await bucketProblem(store, settings))
    yield problem ?? ok('bucket', `${settings.bucket} can be used`)
    if (!problem) yield* checkUploads(context, { store, causes })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const causeIn = (line: string): string => (JSON.parse(line) as { cause?: string }).cause ?? ''

async function bucketClockProblem({ now }: DoctorContext, store: S3Storage): Promise<Finding | undefined> {
  const expiresAt = new Date(now().getTime() + minutes(1))
  const { origin } = new URL(await store.signDownload({ key: 'any/0-any', fileName: 'any', expiresAt }))
  const answer = await fetch(origin, { signal: AbortSignal.timeout(seconds(10)) }).catch(() => undefined)
  const serverTime = Date.parse(answer?.headers.get('date') ?? '')
  return Number.isNaN(serverTime) ? undefined : clockProblem(serverTime, { now: now(), whose: 'the object store' })
}

const KNOWN_ERRORS: [RegExp, string, string][] = [
  [/NoSuchBucket/, 'there is no such bucket', 'Create it, or correct STORAGE_URL.'],
  [/InvalidAccessKeyId/, 'it does not know the access key', 'Correct AWS_ACCESS_KEY_ID.'],
  [/SignatureDoesNotMatch/, 'it rejects the secret of the access key', 'Correct AWS_SECRET_ACCESS_KEY and the region.'],
  [/ExpiredToken|InvalidToken/, 'the session token has expired', 'Use permanent keys, or a new AWS_SESSION_TOKEN.'],
  [/AccessDenied|Forbidden/, 'it rejects this access key', PERMISSION_HINT],
]

async function bucketProblem(store: S3Storage, { bucket, endpoint }: S3Settings): Promise<Finding | undefined> {
  try {
    await store.check()
    return undefined
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const [, says, todo] = KNOWN_ERRORS.find(([pattern]) => pattern.test(message)) ?? []
    if (says && todo) return fail('bucket', `${bucket}: ${says}`, todo)
    const where = endpoint ?? 'Amazon'
    return fail(
      'bucket',
      `${bucket} at ${where}: ${message}`,
      'Check that the address in STORAGE_URL can be reached from this machine.',
    )
  }
}

/** Opens an upload under a unique name and aborts it, then checks CORS. */
async function* checkUploads(
  { config, now }: DoctorContext,
  { store, causes }: { store: S3Storage; causes: string[] },
): AsyncGenerator<Finding> {
  try {
    const key = `doctor/${randomUUID()}/${now().getTime()}-check`
    const { uploadId } = await store.openUpload({ key })
    await store.discard({ key, uploadId })
    yield ok('uploads to the bucket', 'one could be started and aborted')
  } catch (error) {
    const cause = causes.at(-1) || reasonOf(error)
    yield fail('uploads to the bucket', `the bucket does not permit uploads in parts (${cause})`, PERMISSION_HINT)
    return
  }
  try {
    const { origin } = new URL(config.publicUrl)
    const problem = await store.findCorsProblem(origin)
    yield problem
      ? fail('CORS of the bucket', problem, PERMISSION_HINT)
      : ok('CORS of the bucket', `pages of ${origin} can upload parts`)
  } catch (error) {
    yield fail('CORS of the bucket', `it could not be checked: ${causes.at(-1) || reasonOf(error)}`, PERMISSION_HINT)
  }
}

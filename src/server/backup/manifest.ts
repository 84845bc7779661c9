import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { writeSynced } from '../adapters/storage/incoming/durable-files.ts'
import { SIGNATURE, type SigningKeys, signatureOf, signatureProblem } from './signature.ts'

/**
 * A folder of backups:
 *
 *   <time>/manifest.json                    written last; it contains the hash of every other file
 *   <time>/manifest.sha256, manifest.hmac   the hash of the manifest, and its signature with a key of this installation
 *   <time>/tables/<table>.ndjson.gz         the rows, one line of JSON each
 *   <time>/objects.ndjson.gz                the objects: key, size, SHA-256
 *   objects/<hh>/<sha256>                   the objects of all backups, each once
 *   .partial-<time>/, .removed-<time>/      interrupted; the next backup removes it
 */
const MANIFEST = 'manifest.json'
const MANIFEST_HASH = 'manifest.sha256'
const FORMAT = 1
const SHA256 = /^[0-9a-f]{64}$/

const hash = z.string().regex(SHA256)
const manifestSchema = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  version: z.string(),
  /** The migrations of its tables, in order. */
  schema: z.array(z.string()).min(1),
  secretKeyId: z.string(),
  /** The settings of the product, without secrets. */
  settings: z.record(z.string(), z.unknown()),
  /** Referenced tables come first. */
  tables: z.array(z.object({ name: z.string().regex(/^[a-z_]+$/), rows: z.number(), sha256: hash })),
  objects: z.object({ rows: z.number(), bytes: z.number(), sha256: hash }),
  /** Files that were removed while the backup was made. */
  removed: z.array(z.string()),
  /** Files that were damaged or missing in the store. */
  faults: z.array(
    z.object({ fileId: z.string().optional(), fileName: z.string(), reason: z.string(), isCopied: z.boolean() }),
  ),
})
export type Manifest = z.infer<typeof manifestSchema>

const objectSchema = z.object({ key: z.string(), bytes: z.number(), sha256: hash })
/** One object of a backup. */
export type BackedUp = z.infer<typeof objectSchema>

/** A row of a file with its identity: its own id, or that of its upload before migration 015. */
export type RowOfFile = { id: string; upload_id: string | null } | { id?: undefined; upload_id: string }

export const idOfFile = ({ id, upload_id: uploadId }: RowOfFile): string => id ?? uploadId ?? ''

export const parseObject = (line: string): BackedUp => objectSchema.parse(JSON.parse(line))

export const tableFile = (backup: string, table: string): string => join(backup, 'tables', `${table}.ndjson.gz`)
export const objectsFile = (backup: string): string => join(backup, 'objects.ndjson.gz')
export const repositoryOf = (backup: string): string => join(dirname(backup), 'objects')

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Writes the manifest, which turns the content of the folder into a backup. */
export async function writeManifest(
  backup: string,
  manifest: Omit<Manifest, 'format'>,
  keys: SigningKeys,
): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`
  await writeSynced(join(backup, SIGNATURE), signatureOf(text, keys))
  await writeSynced(join(backup, MANIFEST_HASH), `${hashOf(text)}\n`)
  await writeSynced(join(backup, MANIFEST), text)
}

/**
 * With keys, it must be signed with them; without, its origin is unknown. @throws Error when there is none, or it is damaged,
 * of another origin, or of a newer format.
 */
export async function readManifest(backup: string, keys: SigningKeys | null): Promise<Manifest> {
  const [text, recordedHash] = await Promise.all([
    readFile(join(backup, MANIFEST), 'utf8'),
    readFile(join(backup, MANIFEST_HASH), 'utf8'),
  ]).catch((error: unknown) => {
    throw new Error(`${backup} is not a complete backup: its manifest can't be read`, { cause: error })
  })
  if (recordedHash !== `${hashOf(text)}\n`)
    throw new Error(`The manifest of ${backup} is damaged: its SHA-256 does not match`)
  const problem = keys ? await signatureProblem(backup, text, keys) : undefined
  if (problem) throw new Error(problem)
  const parsed: unknown = JSON.parse(text)
  const format = z.object({ format: z.number() }).safeParse(parsed).data?.format ?? 0
  if (format > FORMAT)
    throw new Error(`${backup} was created by a newer Skyfurrow, in a format that this version can't read`)
  return manifestSchema.parse(parsed)
}

/** Files that the manifest does not name, and a folder name that does not match the time in the manifest. */
export async function unexpectedFiles(backup: string, { tables, madeAt }: Manifest): Promise<string[]> {
  const known = [MANIFEST, MANIFEST_HASH, SIGNATURE, 'tables', basename(objectsFile(backup))]
  known.push(...tables.map(({ name }) => join('tables', `${name}.ndjson.gz`)))
  const found = await readdir(backup, { recursive: true })
  const problems = found
    .filter((name) => !known.includes(name))
    .map((name) => `${join(backup, name)} is not a file of this backup`)
  const name = basename(resolve(backup))
  if (isName(name) && name !== nameOf(new Date(madeAt)))
    problems.push(`${backup} has the name of another time: it was created at ${madeAt}`)
  return problems
}

const isName = (name: string): boolean => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/.test(name)

export const nameOf = (time: Date): string => time.toISOString().replaceAll(':', '-')

/** The backups in a folder, newest first, whether they are valid or not. */
export const backupsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter(isName)
    .sort()
    .toReversed()
    .map((name) => join(folder, name))

/** A backup by its own path, or the newest one in a folder of backups. */
export function findBackup(path: string): string {
  const folder = resolve(path)
  if (existsSync(join(folder, MANIFEST))) return folder
  const newest = existsSync(folder) ? backupsIn(folder)[0] : undefined
  if (!newest) throw new Error(`There is no backup at ${folder}`)
  return newest
}

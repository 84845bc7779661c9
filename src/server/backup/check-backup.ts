import { createHash } from 'node:crypto'
import { unknownMigrations } from '../adapters/db/migrate.ts'
import {
  type BackedUp,
  type Manifest,
  objectsFile,
  parseObject,
  readManifest,
  repositoryOf,
  tableFile,
  unexpectedFiles,
} from './manifest.ts'
import { mapConcurrent } from './map-concurrent.ts'
import { hashOfFile, inBatches, readNdjson } from './ndjson.ts'
import { readRepositoryObject } from './repository.ts'
import type { SigningKeys } from './signature.ts'

/** The number of objects that are read concurrently. */
const CONCURRENCY = 4

export type Checked = {
  manifest: Manifest | undefined
  /** The problems; empty for a backup that can be restored. */
  faults: string[]
  /** The number of compared hashes: of the manifest, the row files, and the objects, each once. */
  hashes: number
}

type Options = {
  /** The expected signature; null accepts the backup without one. */
  keys: SigningKeys | null
  /** Called with the number of finished objects. */
  report?: (objects: number) => void
}

/** Reads a whole backup and compares its signature, then every hash, size and number of rows. Changes nothing. */
export async function checkBackup(backup: string, { keys, report = () => undefined }: Options): Promise<Checked> {
  let manifest: Manifest
  try {
    manifest = await readManifest(backup, keys)
  } catch (error) {
    return { manifest: undefined, faults: [textOf(error)], hashes: 0 }
  }
  const unknown = unknownMigrations(manifest.schema)
  if (unknown.length > 0) {
    const fault = `${backup} was made by a newer Skyfurrow (${manifest.version}): this one does not know ${unknown.join(', ')}`
    return { manifest, faults: [fault], hashes: 1 }
  }
  const faults = await unexpectedFiles(backup, manifest)
  for (const { name, ...noted } of manifest.tables) faults.push(...(await checkLines(tableFile(backup, name), noted)))
  const ofList = await checkLines(objectsFile(backup), manifest.objects)
  const objects = ofList.length > 0 ? { faults: ofList, objects: 0 } : await checkObjects(backup, manifest, report)
  return {
    manifest,
    faults: [...faults, ...objects.faults],
    hashes: 2 + manifest.tables.length + objects.objects,
  }
}

async function checkLines(file: string, noted: { rows: number; sha256: string }): Promise<string[]> {
  try {
    const sha256 = await hashOfFile(file)
    if (sha256 !== noted.sha256) return [`${file}: its SHA-256 is ${sha256} where ${noted.sha256} was noted`]
    let rows = 0
    for await (const batch of inBatches(readNdjson(file))) rows += batch.length
    return rows === noted.rows ? [] : [`${file}: ${rows} rows where ${noted.rows} were noted`]
  } catch (error) {
    return [`${file}: ${textOf(error)}`]
  }
}

async function checkObjects(
  backup: string,
  manifest: Manifest,
  report: (objects: number) => void,
): Promise<{ faults: string[]; objects: number }> {
  const faults: string[] = []
  const seen = new Set<string>()
  let bytes = 0
  async function* eachOnce() {
    for await (const line of readNdjson(objectsFile(backup))) {
      const object = parseObject(line)
      bytes += object.bytes
      if (seen.has(object.sha256)) continue
      seen.add(object.sha256)
      yield object
    }
  }
  let checked = 0
  for await (const fault of mapConcurrent(eachOnce(), CONCURRENCY, (object) =>
    checkObject(repositoryOf(backup), object),
  )) {
    report((checked += 1))
    if (fault) faults.push(fault)
  }
  if (bytes !== manifest.objects.bytes)
    faults.push(`${bytes} bytes of objects where ${manifest.objects.bytes} were noted`)
  const files = manifest.tables.find(({ name }) => name === 'files')?.rows
  const without = manifest.removed.length + manifest.faults.filter(({ isCopied }) => !isCopied).length
  if (manifest.objects.rows + without !== files)
    faults.push(`${manifest.objects.rows} objects for ${files} files, of which ${without} are noted to have none`)
  return { faults, objects: seen.size }
}

async function checkObject(shelf: string, { sha256, bytes, key }: BackedUp): Promise<string | undefined> {
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const piece of readRepositoryObject(shelf, { sha256, from: 0, to: Number.POSITIVE_INFINITY })) {
      hash.update(piece)
      read += piece.length
    }
  } catch (error) {
    return `${key}: ${textOf(error)}`
  }
  const found = hash.digest('hex')
  if (found === sha256 && read === bytes) return undefined
  return `${key}: the copy of ${bytes} bytes with the SHA-256 ${sha256} has ${read} bytes and the SHA-256 ${found}`
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

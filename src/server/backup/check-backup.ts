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

export type CheckResult = {
  manifest: Manifest | undefined
  /** The problems; empty for a backup that can be restored. */
  problems: string[]
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
export async function checkBackup(backup: string, { keys, report = () => undefined }: Options): Promise<CheckResult> {
  let manifest: Manifest
  try {
    manifest = await readManifest(backup, keys)
  } catch (error) {
    return { manifest: undefined, problems: [textOf(error)], hashes: 0 }
  }
  const unknown = unknownMigrations(manifest.schema)
  if (unknown.length > 0) {
    const problem = `${backup} was created by a newer Skyfurrow (${manifest.version}): this version does not know ${unknown.join(', ')}`
    return { manifest, problems: [problem], hashes: 1 }
  }
  const problems = await unexpectedFiles(backup, manifest)
  for (const { name, ...expected } of manifest.tables)
    problems.push(...(await checkLines(tableFile(backup, name), expected)))
  const listProblems = await checkLines(objectsFile(backup), manifest.objects)
  const objects =
    listProblems.length > 0 ? { problems: listProblems, objects: 0 } : await checkObjects(backup, manifest, report)
  return {
    manifest,
    problems: [...problems, ...objects.problems],
    hashes: 2 + manifest.tables.length + objects.objects,
  }
}

async function checkLines(file: string, expected: { rows: number; sha256: string }): Promise<string[]> {
  try {
    const sha256 = await hashOfFile(file)
    if (sha256 !== expected.sha256) return [`${file}: its SHA-256 is ${sha256} instead of ${expected.sha256}`]
    let rows = 0
    for await (const batch of inBatches(readNdjson(file))) rows += batch.length
    return rows === expected.rows ? [] : [`${file}: ${rows} rows instead of ${expected.rows}`]
  } catch (error) {
    return [`${file}: ${textOf(error)}`]
  }
}

async function checkObjects(
  backup: string,
  manifest: Manifest,
  report: (objects: number) => void,
): Promise<{ problems: string[]; objects: number }> {
  const problems: string[] = []
  const seen = new Set<string>()
  let bytes = 0
  async function* distinctObjects() {
    for await (const line of readNdjson(objectsFile(backup))) {
      const object = parseObject(line)
      bytes += object.bytes
      if (seen.has(object.sha256)) continue
      seen.add(object.sha256)
      yield object
    }
  }
  let checked = 0
  for await (const problem of mapConcurrent(distinctObjects(), (object) => checkObject(repositoryOf(backup), object))) {
    report((checked += 1))
    if (problem) problems.push(problem)
  }
  if (bytes !== manifest.objects.bytes) problems.push(`${bytes} bytes of objects instead of ${manifest.objects.bytes}`)
  const files = manifest.tables.find(({ name }) => name === 'files')?.rows
  const without = manifest.removed.length + manifest.faults.filter(({ isCopied }) => !isCopied).length
  if (manifest.objects.rows + without !== files)
    problems.push(`${manifest.objects.rows} objects for ${files} files, of which ${without} are recorded to have none`)
  return { problems, objects: seen.size }
}

async function checkObject(repository: string, { sha256, bytes, key }: BackedUp): Promise<string | undefined> {
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const piece of readRepositoryObject(repository, { sha256, from: 0, to: Number.POSITIVE_INFINITY })) {
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

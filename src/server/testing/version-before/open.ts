import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readNdjson } from '#server/backup/ndjson.ts'

/** The data of the program at schema 014: a backup of its rows and files, and its enqueued jobs. Made by make.mjs. */
export type VersionBefore = { backup: string; jobs: { name: string; data: object }[] }

export const SCHEMA_BEFORE = '014-storage-use'

export function unpackVersionBefore(folder: string): VersionBefore {
  execFileSync('tar', ['-xzf', join(import.meta.dirname, 'data.tar.gz'), '-C', folder])
  const backups = join(folder, 'backups')
  const [name = ''] = readdirSync(backups).filter((entry) => entry !== 'objects')
  const jobs: VersionBefore['jobs'] = JSON.parse(readFileSync(join(folder, 'jobs.json'), 'utf8'))
  return { backup: join(backups, name), jobs }
}

/** The rows of a table of a backup, as JSON lines. */
export async function linesOf({ backup }: VersionBefore, table: string): Promise<string[]> {
  const lines: string[] = []
  for await (const line of readNdjson(join(backup, 'tables', `${table}.ndjson.gz`))) lines.push(line)
  return lines
}

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { displayName } from '#domain/display-names.ts'
import type { Config } from '../config/config.ts'
import { deriveKeys, readSecretOf } from '../keys.ts'
import { openLog } from '../logging/log.ts'
import { checkBackup } from './check-backup.ts'
import { KEEP, makeBackup } from './make-backup.ts'
import { findBackup } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { UNSIGNED_WARNING } from './signature.ts'
import { openSource } from './source.ts'

const REPORT_EVERY_MS = 1000
const now = () => new Date()
const say = (text: string) => void process.stdout.write(`${text}\n`)
const n = (count: number) => count.toLocaleString('en')

/** @throws Error when a file is damaged; the backup contains everything else. */
export async function backupCommand(config: Config, folder: string, keepText?: string): Promise<void> {
  const keep = keepText === undefined ? KEEP : Number(keepText)
  if (!Number.isInteger(keep) || keep < 1) throw new Error('--keep takes a whole number from 1')
  const log = openLog(config.logLevel)
  const { source, close } = await openSource(config, { log, now })
  try {
    const { backup, manifest, copied, pruned } = await makeBackup(source, resolve(config.calledFrom, folder), {
      now: now(),
      version: readVersion(),
      keep,
      report: progress('copied'),
      log,
    })
    const { objects, faults, removed } = manifest
    say(`The backup is ${backup}`)
    say(`${n(objects.rows)} objects, ${n(objects.bytes)} bytes; ${n(copied)} of them are new in this folder`)
    if (removed.length > 0) say(`${removed.length} files were removed by staff meanwhile and are left out`)
    if (pruned.backups > 0) say(`${pruned.backups} old backups and ${pruned.objects} objects of theirs were removed`)
    say('The secret key is not in it: keep SECRET_KEY, or secret.key in the data folder, in another safe place')
    if (faults.length > 0)
      throw new Error(
        `Files of the product are damaged or missing:\n${faults.map(({ fileName, reason }) => `  - ${displayName(fileName)}: ${reason}`).join('\n')}`,
      )
  } finally {
    await close()
  }
}

/** Runs beside the product: it needs the key, and opens nothing else. @throws Error that lists every problem. */
export async function verifyCommand(
  config: Pick<Config, 'calledFrom' | 'secretKey' | 'dataDir'>,
  path: string,
  unsigned: boolean,
): Promise<void> {
  const backup = findBackup(resolve(config.calledFrom, path))
  const keys = unsigned ? null : deriveKeys(readSecretOf(config))
  const { manifest, faults, hashes } = await checkBackup(backup, { keys, report: progress('checked') })
  if (!manifest || faults.length > 0)
    throw new Error(`${faults.length} problem(s):\n${faults.map((one) => `  - ${one}`).join('\n')}`)
  say(`${backup} is whole: ${n(hashes)} hashes compared, ${n(manifest.objects.rows)} objects`)
  say(unsigned ? UNSIGNED_WARNING : `Signed with the secret key ${manifest.secretKeyId}, made at ${manifest.madeAt}`)
  for (const { fileName, reason } of manifest.faults)
    say(`Damaged before it was made: ${displayName(fileName)}: ${reason}`)
}

export async function restoreCommand(config: Config, path: string, unsigned: boolean): Promise<void> {
  const backup = findBackup(resolve(config.calledFrom, path))
  const show = { checked: progress('checked'), 'put back': progress('put back') }
  const { manifest, objects } = await restoreBackup(config, backup, {
    log: openLog(config.logLevel),
    now,
    unsigned,
    report: (what, count) => show[what](count),
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(
    `${backup} is restored: ${n(rows)} rows, ${n(objects.count)} objects, ${n(objects.bytes)} bytes, each hash compared`,
  )
  say(unsigned ? UNSIGNED_WARNING : `Signed with the secret key ${manifest.secretKeyId}, made at ${manifest.madeAt}`)
  say('Everyone has to log in again')
}

/** A progress line, on a terminal. */
function progress(what: string): (objects: number) => void {
  let shownAt = Date.now()
  return (objects) => {
    if (!process.stderr.isTTY || Date.now() - shownAt < REPORT_EVERY_MS) return
    shownAt = Date.now()
    process.stderr.write(`${n(objects)} objects ${what}\n`)
  }
}

function readVersion(): string {
  const file = join(import.meta.dirname, '../../../package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

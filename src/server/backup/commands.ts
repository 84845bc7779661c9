import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { displayName } from '#domain/display-names.ts'
import type { Config } from '../config/config.ts'
import { openLog } from '../logging/log.ts'
import { deriveKeys, readSecretOf } from '../secrets/keys.ts'
import { checkBackup } from './check-backup.ts'
import { createBackup, KEEP_DEFAULT } from './create-backup.ts'
import { findBackup } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { UNSIGNED_WARNING } from './signature.ts'
import { openSource } from './source.ts'

const REPORT_INTERVAL_MS = 1000
const now = () => new Date()
const print = (text: string) => void process.stdout.write(`${text}\n`)
const format = (count: number) => count.toLocaleString('en')

/** @throws Error when a file is damaged; the backup contains everything else. */
export async function backupCommand(config: Config, folder: string, keepText?: string): Promise<void> {
  const keep = keepText === undefined ? KEEP_DEFAULT : Number(keepText)
  if (!Number.isInteger(keep) || keep < 1) throw new Error('--keep takes a whole number from 1')
  const log = openLog(config.logLevel)
  const { source, close } = await openSource(config, { log, now })
  try {
    const { backup, manifest, copied, pruned } = await createBackup(source, resolve(config.calledFrom, folder), {
      now: now(),
      version: readVersion(),
      keep,
      report: progress('copied'),
      log,
    })
    const { objects, faults, removed } = manifest
    print(`The backup is ${backup}`)
    print(
      `${format(objects.rows)} objects, ${format(objects.bytes)} bytes; ${format(copied)} of them are new in this folder`,
    )
    if (removed.length > 0) print(`${removed.length} files were removed by staff meanwhile and are not included`)
    if (pruned.backups > 0) print(`${pruned.backups} old backups and ${pruned.objects} of their objects were removed`)
    print('The secret key is not in it: keep SECRET_KEY, or secret.key in the data folder, in another safe place')
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
  const { manifest, problems, hashes } = await checkBackup(backup, { keys, report: progress('checked') })
  if (!manifest || problems.length > 0)
    throw new Error(`${problems.length} problem(s):\n${problems.map((one) => `  - ${one}`).join('\n')}`)
  print(`${backup} is complete: ${format(hashes)} hashes compared, ${format(manifest.objects.rows)} objects`)
  print(
    unsigned ? UNSIGNED_WARNING : `Signed with the secret key ${manifest.secretKeyId}, created at ${manifest.madeAt}`,
  )
  for (const { fileName, reason } of manifest.faults)
    print(`Damaged before the backup was created: ${displayName(fileName)}: ${reason}`)
}

export async function restoreCommand(
  config: Config,
  path: string,
  { unsigned, purged: purgedList }: { unsigned: boolean; purged: string | undefined },
): Promise<void> {
  const backup = findBackup(resolve(config.calledFrom, path))
  const show = { checked: progress('checked'), restored: progress('restored') }
  const { manifest, objects, purged, unread } = await restoreBackup(config, backup, {
    log: openLog(config.logLevel),
    now,
    unsigned,
    ...(purgedList === undefined ? {} : { purgedList: resolve(config.calledFrom, purgedList) }),
    report: (what, count) => show[what](count),
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  print(
    `${backup} is restored: ${format(rows)} rows, ${format(objects.count)} objects, ${format(objects.bytes)} bytes, each hash compared`,
  )
  print(
    unsigned ? UNSIGNED_WARNING : `Signed with the secret key ${manifest.secretKeyId}, created at ${manifest.madeAt}`,
  )
  if (purged > 0) print(`${format(purged)} things that were removed for good since were removed again`)
  for (const newer of unread)
    print(
      `${newer} could not be read: what was removed for good before it may be back. Give --purged, or remove it again`,
    )
  print('Everyone must log in again')
}

/** Prints progress on a terminal. */
function progress(what: string): (objects: number) => void {
  let shownAt = Date.now()
  return (objects) => {
    if (!process.stderr.isTTY || Date.now() - shownAt < REPORT_INTERVAL_MS) return
    shownAt = Date.now()
    process.stderr.write(`${format(objects)} objects ${what}\n`)
  }
}

function readVersion(): string {
  const file = join(import.meta.dirname, '../../../package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

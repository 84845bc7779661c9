import { join } from 'node:path'
import { inspectLock } from '../adapters/db/folder-lock.ts'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { checkDataFolder } from './check-data-folder.ts'
import { checkDatabase } from './check-database.ts'
import { checkFarm } from './check-farm.ts'
import { checkFileStore } from './check-file-store.ts'
import { checkKey, readKeyId } from './check-key.ts'
import { checkMail } from './check-mail.ts'
import { checkNode } from './check-node.ts'
import { checkPreview } from './check-preview.ts'
import { checkProxies, checkPublicUrl } from './check-public-url.ts'
import { checkVirusScan } from './check-virus-scan.ts'
import { checkWebBuild } from './check-web-build.ts'
import { type Check, type Finding, fail, ok } from './finding.ts'

const WEB_FOLDER = join(import.meta.dirname, '../../../dist/web')

const CHECKS: readonly Check[] = [
  checkDataFolder,
  checkKey,
  checkDatabase,
  checkFileStore,
  checkMail,
  checkPublicUrl,
  checkProxies,
  checkWebBuild,
  checkVirusScan,
  checkPreview,
  checkFarm,
]

export type DoctorOptions = { now?: () => Date; nodeVersion?: string; webFolder?: string }

/** Runs all checks for this environment. It changes nothing, except that it opens and aborts an upload in a bucket. */
export async function* examine(
  env: NodeJS.ProcessEnv,
  { now = () => new Date(), nodeVersion = process.versions.node, webFolder = WEB_FOLDER }: DoctorOptions = {},
): AsyncGenerator<Finding> {
  yield checkNode(nodeVersion)
  const config = readConfigOrFail(env)
  if (Array.isArray(config)) {
    yield* config
    return
  }
  yield ok('configuration', `it can be read; mode ${config.mode}`)
  const context = { config, now, webFolder, isRunning: inspectLock(config.dataDir).isHeld, keyId: readKeyId(config) }
  for (const check of CHECKS) yield* check(context)
}

function readConfigOrFail(env: NodeJS.ProcessEnv): Config | Finding[] {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((problem) =>
      fail('configuration', problem, 'Set it as in the table in docs/operations.md; the other checks run after that.'),
    )
  }
}

const SYMBOLS = { ok: 'ok  ', fail: 'FAIL', skipped: '-   ' } satisfies Record<Finding['state'], string>

/** Formats a finding as one or two lines. */
export const formatFinding = ({ state, name, says, todo }: Finding): string =>
  `${SYMBOLS[state]} ${name}: ${says}${todo === undefined ? '' : `\n     ${todo}`}\n`

/** Prints each finding at once, or all of them as JSON. Returns whether no check failed. */
export async function runDoctor(
  findings: AsyncIterable<Finding>,
  { json, print }: { json: boolean; print: (text: string) => void },
): Promise<boolean> {
  const all: Finding[] = []
  for await (const finding of findings) {
    all.push(finding)
    if (!json) print(formatFinding(finding))
  }
  const failed = all.filter(({ state }) => state === 'fail').length
  if (json) print(`${JSON.stringify({ ok: failed === 0, findings: all }, null, 2)}\n`)
  else print(failed === 0 ? '\nAll checks passed.\n' : `\n${failed} of ${all.length} checks failed.\n`)
  return failed === 0
}

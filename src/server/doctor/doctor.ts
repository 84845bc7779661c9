import { join } from 'node:path'
import { lookAtLock } from '../adapters/db/folder-lock.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { checkDataFolder } from './check-data-folder.ts'
import { checkDatabase } from './check-database.ts'
import { checkFileStore } from './check-file-store.ts'
import { checkKey, readKeyId } from './check-key.ts'
import { checkMail } from './check-mail.ts'
import { checkNode } from './check-node.ts'
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
]

export type Surroundings = { now?: () => Date; nodeVersion?: string; webFolder?: string }

/** Looks one by one at what the product would run on with this environment. It changes nothing, but for an upload that it opens in a bucket and ends. */
export async function* examine(
  env: NodeJS.ProcessEnv,
  { now = () => new Date(), nodeVersion = process.versions.node, webFolder = WEB_FOLDER }: Surroundings = {},
): AsyncGenerator<Finding> {
  yield checkNode(nodeVersion)
  const config = readOrFail(env)
  if (Array.isArray(config)) {
    yield* config
    return
  }
  yield ok('configuration', `it can be read; mode ${config.mode}`)
  const given = { config, now, webFolder, isRunning: lookAtLock(config.dataDir).isHeld, keyId: readKeyId(config) }
  for (const check of CHECKS) yield* check(given)
}

function readOrFail(env: NodeJS.ProcessEnv): Config | Finding[] {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.faults.map((fault) =>
      fail('configuration', fault, 'Set it as the table in README.md says; the other checks come after that.'),
    )
  }
}

const MARKS = { ok: 'ok  ', fail: 'FAIL', skipped: '-   ' } satisfies Record<Finding['state'], string>

/** One finding as a line, or two. */
export const inWords = ({ state, name, says, todo }: Finding): string =>
  `${MARKS[state]} ${name}: ${says}${todo === undefined ? '' : `\n     ${todo}`}\n`

/** Prints what is found as it is found, or all of it as JSON; answers whether nothing is wrong. */
export async function runDoctor(
  findings: AsyncIterable<Finding>,
  { json, print }: { json: boolean; print: (text: string) => void },
): Promise<boolean> {
  const all: Finding[] = []
  for await (const finding of findings) {
    all.push(finding)
    if (!json) print(inWords(finding))
  }
  const faults = all.filter(({ state }) => state === 'fail').length
  if (json) print(`${JSON.stringify({ ok: faults === 0, findings: all }, null, 2)}\n`)
  else print(faults === 0 ? '\nNothing is wrong.\n' : `\n${faults} of ${all.length} checks failed.\n`)
  return faults === 0
}

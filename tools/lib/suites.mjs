// What the commands that run test suites have in common.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureBuilt, ensureInstalled, findNode, log, NODE_FLAGS, packageBin, ROOT } from './launch.mjs'

/** Installs and builds what is missing, empties the folder of the results, and answers the Node to run the suites with. */
export function prepareSuites(results) {
  ensureInstalled()
  const node = findNode()
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  ensureBuilt(node)
  return node
}

/** Arguments of Node for Vitest's tests, which leave a report. */
export const vitestArgs = (report) => [
  packageBin('vitest', 'vitest.mjs'),
  'run',
  '--no-color',
  '--reporter=default',
  '--reporter=json',
  '--reporter=./tools/lib/hanging-files.mjs',
  `--outputFile.json=${report}`,
]

const OUTPUT_TIMEOUT_MS = 10_000
const MEMORY = '/dev/shm'
const MEMORY_BYTES_MIN = 4 * 1024 ** 3

/**
 * A folder for what suites make and remove, deleted at the end: in memory when it has room, where a copy of the database takes
 * a tenth of the time.
 */
const scratch = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), 'skyfurrow-suites-'))
// PostgreSQL may run as a user of its own.
chmodSync(scratch, 0o711)
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }))
// Without a handler a signal ends the process at once, and the folder stays in memory.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

function hasMemory() {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= MEMORY_BYTES_MIN
}

/**
 * Resolves with the exit code, and with what the program printed unless that is shown. With a `prefix` each line is shown
 * after it.
 */
export function run(program, args, { env = {}, show = false, prefix = '' } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: scratch, NODE_OPTIONS: NODE_FLAGS.join(' '), FORCE_COLOR: '0', ...env },
    })
    let output = ''
    child.stdout?.on('data', (text) => (output += text))
    child.stderr?.on('data', (text) => (output += text))
    if (prefix)
      for (const input of [child.stdout, child.stderr])
        createInterface({ input }).on('line', (line) => log(`${prefix} ${line}`))
    const end = (code) => resolve({ code: code ?? 1, output })
    child.on('close', end)
    // What it has left running may keep its output open.
    child.on('exit', (code) => setTimeout(end, OUTPUT_TIMEOUT_MS, code).unref())
  })
}

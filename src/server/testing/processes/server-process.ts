import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inject } from 'vitest'
import { copyEmbedded } from '../server/test-database.ts'
import { freePort } from './free-port.ts'

const ROOT = join(import.meta.dirname, '../../../..')

/**
 * `command` is the command line after its name, `root` the folder of its code, here by default; `openFiles` its number of
 * descriptors.
 */
type How = { stdout?: 'pipe' | number; command?: readonly string[]; root?: string; openFiles?: number }

/** The product as `npm start` runs it: a process that can be killed, over a folder that stays and has a migrated database. */
export type Product = {
  url: string
  folder: string
  /** Resolves to its output once it reports that it is ready. */
  start: (env?: NodeJS.ProcessEnv, how?: How) => Promise<string>
  /** Starts it with other settings, with any outcome; its output may go into an open file. */
  spawn: (env: NodeJS.ProcessEnv, how?: How) => ChildProcess
  /** Resolves once its readiness check succeeds, whatever it prints. */
  ready: () => Promise<void>
  /** Kills it. */
  kill: () => Promise<void>
  /** Resolves to its exit code and signal once it has ended. */
  ended: () => Promise<unknown[]>
  /** Stops it with a signal; resolves to its exit code and signal. */
  stop: () => Promise<unknown[]>
  /** The parts in flight. */
  arriving: () => string[]
  /** Empties the folder of a stopped product, so that the next start is a first one. */
  empty: () => void
  /** Kills running processes and removes the folder. */
  remove: () => void
}

export async function prepareServer(settings: NodeJS.ProcessEnv): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'skyfurrow-crash-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'development',
    PORT: String(port),
    DATA_DIR: folder,
    NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled'),
    ...settings,
  }
  const isEmbedded = settings['DATABASE_URL'] === undefined && settings['DATA_DIR'] === undefined
  if (isEmbedded && inject('databaseTemplate')) copyEmbedded(folder)
  const children: ChildProcess[] = []
  const spawnWith: Product['spawn'] = (more, { stdout = 'pipe', command = ['serve'], root = ROOT, openFiles } = {}) => {
    const words = [process.execPath, '--no-warnings', 'src/server/main.ts', ...command]
    const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles}; `
    const child = spawn('/bin/sh', ['-c', `${limit}exec "$0" "$@"`, ...words], {
      cwd: root,
      env: { ...env, ...more },
      stdio: ['ignore', stdout, 'pipe'],
    })
    children.push(child)
    return child
  }
  const last = () => {
    const child = children.at(-1)
    if (!child) throw new Error('The product was never started')
    return child
  }
  const ended = async () => {
    const { exitCode, signalCode } = last()
    return exitCode === null && signalCode === null ? once(last(), 'exit') : [exitCode, signalCode]
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const exit = once(last(), 'exit')
    last().kill(signal)
    return exit
  }

  return {
    url,
    folder,
    spawn: spawnWith,
    start: (more = {}, how = {}) => untilReady(spawnWith(more, how), settings['PUBLIC_URL'] ?? url),
    ready: () => waitUntilReady(url),
    kill: async () => void (await end('SIGKILL')),
    ended,
    stop: () => end('SIGTERM'),
    arriving: () => readdirSync(join(folder, 'objects/tmp')),
    empty() {
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
    },
    remove() {
      for (const child of children) child.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    },
  }
}

async function waitUntilReady(url: string): Promise<void> {
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await setTimeout(50)
}

async function untilReady(child: ChildProcess, url: string): Promise<string> {
  let printed = ''
  let faults = ''
  child.stderr?.on('data', (text) => (faults += text))
  const ready = Promise.withResolvers<string>()
  child.stdout?.on('data', (text) => {
    printed += text
    if (printed.includes(`Skyfurrow is ready at ${url}\n`)) ready.resolve(printed)
  })
  child.once('exit', () => ready.reject(new Error(`The server did not start: ${faults}`)))
  return ready.promise
}

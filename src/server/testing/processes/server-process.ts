import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { databaseFolder } from '#server/adapters/db/embedded/embedded-folder.ts'
import { waitForEnd } from '#server/adapters/db/embedded/postmaster.ts'
import { partialMarks } from '../faults/partial-marks.ts'
import { freePort } from './free-port.ts'

const ROOT = join(import.meta.dirname, '../../../..')

/**
 * `command` are the arguments, `root` is the folder of the code (this one by default), `openFiles` the limit of file
 * descriptors.
 */
type ProcessOptions = { stdout?: 'pipe' | number; command?: readonly string[]; root?: string; openFiles?: number }

/** A server process as started by `npm start`, which can be killed, with a data folder that survives. Its database is the embedded one, unless the settings name another. */
export type ServerProcess = {
  url: string
  folder: string
  /** Starts it. Resolves with its output once it is ready. */
  start: (env?: NodeJS.ProcessEnv, how?: ProcessOptions) => Promise<string>
  /** Spawns it with other settings, without waiting. Its output can go to an open file. */
  spawn: (env: NodeJS.ProcessEnv, how?: ProcessOptions) => ChildProcess
  /** Resolves once its readiness check succeeds. */
  ready: () => Promise<void>
  /** Sends SIGKILL. */
  kill: () => Promise<void>
  /** Resolves with exit code and signal once it has ended. */
  ended: () => Promise<unknown[]>
  /** Sends SIGTERM. Resolves with exit code and signal. */
  stop: () => Promise<unknown[]>
  /** The marks of parts that are not whole. */
  partialMarks: () => string[]
  /** Empties the data folder of a stopped server, so that the next start is a first one. */
  empty: () => Promise<void>
  /** Kills all its processes and removes the folder. */
  remove: () => Promise<void>
}

export async function prepareServer(settings: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'skyfurrow-crash-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'development',
    DEMO_TRIAL: 'off',
    EXAMPLE_TRIAL: 'off',
    PORT: String(port),
    DATA_DIR: folder,
    NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled'),
    ...settings,
  }
  const dataDir = settings['DATA_DIR'] ?? folder
  const children: ChildProcess[] = []
  const spawnWith: ServerProcess['spawn'] = (
    more,
    { stdout = 'pipe', command = ['serve'], root = ROOT, openFiles } = {},
  ) => {
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
    if (!child) throw new Error('The server was never started')
    return child
  }
  const ended = () => hasEnded(last())
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
    partialMarks: () => partialMarks(join(folder, 'objects')),
    async empty() {
      await waitForEnd(databaseFolder(dataDir))
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
    },
    async remove() {
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(children.map(hasEnded))
      await waitForEnd(databaseFolder(dataDir))
      rmSync(folder, { recursive: true })
    },
  }
}

async function hasEnded(child: ChildProcess): Promise<unknown[]> {
  const { exitCode, signalCode } = child
  return exitCode === null && signalCode === null ? once(child, 'exit') : [exitCode, signalCode]
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
  let stderr = ''
  child.stderr?.on('data', (text) => (stderr += text))
  const ready = Promise.withResolvers<string>()
  child.stdout?.on('data', (text) => {
    printed += text
    if (printed.includes(`Skyfurrow is ready at ${url}\n`)) ready.resolve(printed)
  })
  child.once('exit', () => ready.reject(new Error(`The server did not start: ${stderr}`)))
  return ready.promise
}

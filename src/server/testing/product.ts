import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The product as `npm start` runs it: a process that can be killed, over a folder that stays. */
export type Product = {
  url: string
  folder: string
  /** Answers what it has printed, once it says that it is ready. */
  start: () => Promise<string>
  /** Starts it with other settings, whatever comes of that. */
  spawn: (env: NodeJS.ProcessEnv) => ChildProcess
  /** Ends as a crash does. */
  kill: () => Promise<void>
  /** Ends as it is asked to; answers its exit code and signal. */
  stop: () => Promise<unknown[]>
  /** The parts that are coming in. */
  arriving: () => string[]
  /** Kills what still runs and removes the folder. */
  remove: () => void
}

export async function prepareProduct(settings: NodeJS.ProcessEnv): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'skyfurrow-crash-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'development',
    PORT: String(port),
    DATA_DIR: folder,
    ...settings,
  }
  const children: ChildProcess[] = []
  const spawnWith = (more: NodeJS.ProcessEnv) => {
    const child = spawn(process.execPath, ['--no-warnings', 'src/server/main.ts', 'serve'], {
      cwd: ROOT,
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    return child
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const child = children.at(-1)
    if (!child) throw new Error('The product was never started')
    const exit = once(child, 'exit')
    child.kill(signal)
    return exit
  }

  return {
    url,
    folder,
    spawn: spawnWith,
    start: () => untilReady(spawnWith({}), url),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    arriving: () => readdirSync(join(folder, 'objects/tmp')),
    remove() {
      for (const child of children) child.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    },
  }
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

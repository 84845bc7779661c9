import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { expect } from '@playwright/test'
import { DATA_FOLDER, SETTINGS } from './data-folder.ts'
import { STAFF } from './users.ts'

// @ts-expect-error The tools have no types.
export { freePort } from '../tools/lib/free-port.mjs'

const START_MS = 60_000

/** The product as it is shipped, with a data folder of its own. */
export type IsolatedServer = {
  address: string
  /** What it has said so far. */
  output: () => string
  start: () => Promise<void>
  /** As a power cut ends it: at once, and with nothing put in order. */
  kill: () => Promise<void>
  /** Past the life of every access token that it has handed out; twice, past that of every link as well. */
  moveClockOn: () => Promise<void>
  remove: () => Promise<void>
}

type Own = { port: number; publicUrl?: string; settings?: Record<string, string> }

export function createIsolatedServer({ port, publicUrl = '', settings }: Own): IsolatedServer {
  const address = `http://127.0.0.1:${port}`
  const folder = `.cache/e2e-own-data-${port}`
  rmSync(folder, { recursive: true, force: true })
  cpSync(DATA_FOLDER, folder, { recursive: true })
  const env = {
    ...process.env,
    ...SETTINGS,
    NODE_OPTIONS: `--import=${import.meta.resolve('./fake-clock.mjs')}`,
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    DATA_DIR: folder,
    ADMIN_EMAIL: STAFF.email,
    ADMIN_PASSWORD: STAFF.password,
    ADMIN_NAME: 'Sam Furrow',
    ...settings,
  }
  let child: ChildProcess | undefined
  let output = ''
  let clockSteps = 0

  /** The launcher and the server that it has started are a group of their own. */
  const signal = (name: NodeJS.Signals) => {
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, name)
  }
  const killNow = () => signal('SIGKILL')
  const isReady = () => fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) }).then((answer) => answer.ok)
  const kill = async () => {
    if (!child) return
    const gone = once(child, 'exit')
    killNow()
    await gone
    process.off('exit', killNow)
    child = undefined
    // The launcher may be gone a moment before the server is.
    await expect(async () => expect(await isReady().catch(() => 'gone')).toBe('gone')).toPass({ timeout: START_MS })
  }

  return {
    address,
    output: () => output,
    async start() {
      child = spawn(process.execPath, ['tools/skyfurrow.mjs', 'serve'], {
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
        env: { ...env, CLOCK_STEPS: String(clockSteps) },
      })
      process.once('exit', killNow)
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (text: Buffer) => {
          output += text.toString()
        })
      await expect(async () => expect(await isReady()).toBe(true)).toPass({ timeout: START_MS, intervals: [50] })
    },
    kill,
    async moveClockOn() {
      const before = output.length
      signal('SIGUSR2')
      clockSteps += 1
      await expect.poll(() => output.slice(before), { intervals: [20] }).toContain('The clock was moved')
    },
    async remove() {
      await kill()
      // Its database ends a moment after it.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

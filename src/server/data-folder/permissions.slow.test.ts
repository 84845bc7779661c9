import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { minutes } from '#domain/units.ts'
import { readConfig } from '../config/config.ts'
import { checkDataFolder } from '../doctor/check-data-folder.ts'
import { DEMO_ACCOUNTS } from '../features/accounts/demo/demo-accounts.ts'
import { logInAsDemoCustomer, makeContent, PART } from '../testing/processes/demo-customer.ts'
import { freePort } from '../testing/processes/free-port.ts'
import { sendParts } from '../testing/server/uploads.ts'
import { restrictFolder } from './permissions.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-private-'))
})
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** As from an administrator's shell, whose files are readable by everyone. */
function run(env: NodeJS.ProcessEnv, ...args: string[]): ChildProcess {
  const command = [process.execPath, '--no-warnings', 'src/server/main.ts', ...args]
  const child = spawn('sh', ['-c', 'umask 022; exec "$@"', 'sh', ...command], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'development',
      DEMO_TRIAL: 'off',
      EXAMPLE_TRIAL: 'off',
      PART_BYTES: String(PART),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

/** Every file and folder with an unexpected mode. */
function wide(...places: string[]): string[] {
  const names = places.flatMap((place) => [
    place,
    ...readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => join(place, name)),
  ])
  expect(names.length).toBeGreaterThan(900)
  return names.flatMap((name) => {
    // The server may have renamed or deleted it meanwhile.
    const found = lstatSync(name, { throwIfNoEntry: false })
    if (!found) return []
    const mode = found.mode & 0o777
    return mode === (found.isDirectory() ? 0o700 : 0o600) ? [] : [`${name} ${mode.toString(8)}`]
  })
}

test(
  'with any umask, every file is for its user only: database, store, emails, keys, locks and backups',
  async () => {
    const port = String(await freePort())
    const places = { DATA_DIR: join(folder, 'data'), MAIL_FOLDER: join(folder, 'emails') }
    const env = { ...places, PORT: port }
    const product = run(env)
    let printed = ''
    product.stdout?.on('data', (text) => (printed += text))
    await vi.waitUntil(() => printed.includes('Skyfurrow is ready'), { timeout: minutes(2), interval: 50 })
    const customer = await logInAsDemoCustomer(`http://127.0.0.1:${port}`)
    const content = makeContent(2 * PART)
    const slots = await customer.start(content)
    expect(await customer.complete(slots, await sendParts(slots, content))).toMatchObject({ status: 200 })
    await sendParts(await customer.start(content), content)
    const [, { email }] = DEMO_ACCOUNTS
    expect(await customer.call('forgotPassword', { query: { email } })).toMatchObject({ status: 200 })
    const mails = () => (statSync(places.MAIL_FOLDER, { throwIfNoEntry: false }) ? readdirSync(places.MAIL_FOLDER) : [])
    await vi.waitUntil(() => mails().some((name) => name.endsWith('.json')), { timeout: minutes(1), interval: 50 })
    expect(wide(...Object.values(places))).toEqual([])
    const ended = once(product, 'exit')
    product.kill('SIGTERM')
    await ended
    const backups = join(folder, 'backups')
    expect(await once(run(env, 'backup', backups), 'exit')).toEqual([0, null])
    expect(wide(...Object.values(places), backups)).toEqual([])
  },
  minutes(4),
)

async function privacy(dataDir: string) {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
  const given = { config, now: () => new Date(), isRunning: false, keyId: undefined, webFolder: '' }
  for await (const finding of checkDataFolder(given)) if (finding.name === 'privacy of files') return finding
  throw new Error('Nothing was said of privacy')
}

test('a folder that is accessible to other users is reported by doctor, and restricted by a start, which logs it', async () => {
  const data = join(folder, 'data')
  mkdirSync(join(data, 'db'), { recursive: true })
  chmodSync(data, 0o755)
  expect(await privacy(data)).toMatchObject({
    state: 'fail',
    says: expect.stringContaining(`${data} (mode 755)`),
    todo: `chmod -R go-rwx ${data} ${data}/mail`,
  })
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  restrictFolder(data, log)
  restrictFolder(data, log)
  expect(statSync(data).mode & 0o777).toBe(0o700)
  expect(lines).toEqual([expect.stringContaining('permissions restricted to mode 700')])
  expect(await privacy(data)).toMatchObject({ state: 'ok' })
})

test('a shared folder is not changed, and is reported', async () => {
  chmodSync(folder, 0o1777)
  const lines: string[] = []
  restrictFolder(folder, pino({}, { write: (line) => void lines.push(line) }))
  expect(statSync(folder).mode & 0o7777).toBe(0o1777)
  expect(lines).toEqual([expect.stringContaining('folder is accessible to other users')])
  expect(await privacy(folder)).toMatchObject({ state: 'fail', todo: expect.stringContaining('is open to everyone') })
})

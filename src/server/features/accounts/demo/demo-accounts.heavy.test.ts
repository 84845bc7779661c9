import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { prepareServer, type ServerProcess } from '../../../testing/processes/server-process.ts'
import { callApi } from '../../../testing/server/test-server.ts'

let product: ServerProcess
beforeEach(async () => {
  product = await prepareServer({ LOG_LEVEL: 'silent' })
})
afterEach(() => product.remove())

const STAFF = { email: 'staff@skyfurrow.example', password: 'Skyfurrow1!' }
const logIn = () => callApi(product.url, 'logIn', { body: STAFF })
const inProduction = () => ({ NODE_ENV: 'production', MAIL_FOLDER: join(product.folder, 'mail'), DRAIN_SECONDS: '0' })

/** Runs a command and returns its exit code and output. */
async function run(env: NodeJS.ProcessEnv, ...command: string[]) {
  const child = product.spawn(env, { command })
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (text) => (stdout += text))
  child.stderr?.on('data', (text) => (stderr += text))
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

test(
  'with a data folder of development a start in production fails because of the demo accounts, and explains what to do',
  async () => {
    await product.start()
    expect((await logIn()).status).toBe(200)
    await product.stop()

    const rejected = await run(inProduction(), 'serve')
    expect([rejected.code, rejected.stdout]).toEqual([1, ''])
    expect(rejected.stderr).toBe(
      'This database has demo accounts, so that anyone can log in with the printed password of development: ' +
        'customer@skyfurrow.example, pending@skyfurrow.example, staff@skyfurrow.example.\n' +
        'Remove them: skyfurrow admin remove-demo-accounts\n',
    )
    const removed = await run(inProduction(), 'admin', 'remove-demo-accounts')
    expect([removed.code, removed.stderr]).toEqual([0, ''])
    expect(removed.stdout).toContain('staff@skyfurrow.example was deleted\n')
    await product.start(inProduction())
    expect((await logIn()).status).toBe(401)
    expect(await product.stop()).toEqual([0, null])
  },
  minutes(3),
)

test(
  'a start whose ADMIN_EMAIL belongs to a customer warns and continues; the command fails',
  async () => {
    await product.start()
    await product.stop()
    const admin = { ADMIN_EMAIL: 'Customer@skyfurrow.example', ADMIN_PASSWORD: 'Paddock-2026!' }
    const words =
      'Customer@skyfurrow.example belongs to a customer, so no staff account was created. Use another address.\n'
    const child = product.spawn({ ...admin, LOG_LEVEL: 'warn' })
    let [stdout, stderr] = ['', '']
    child.stdout?.on('data', (text) => (stdout += text))
    child.stderr?.on('data', (text) => (stderr += text))
    await product.ready()
    expect(stderr).toBe(`ADMIN_EMAIL ${words}`)
    expect(stdout).toContain(`"msg":"ADMIN_EMAIL ${words.trim()}"`)
    await product.stop()

    const made = await run(admin, 'admin', 'create', '--email', admin.ADMIN_EMAIL)
    expect(made).toEqual({ code: 1, stdout: '', stderr: words })
  },
  minutes(3),
)

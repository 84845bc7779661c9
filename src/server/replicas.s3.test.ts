import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LOCKOUT_AFTER_ATTEMPTS } from '#domain/rate-limits.ts'
import { repetitions } from './testing/faults/repetitions.ts'
import { freePort } from './testing/processes/free-port.ts'
import { countLost, startLoad, type Tally } from './testing/processes/load-generator.ts'
import { openReplicas, type Replicas } from './testing/processes/replicas.ts'
import { newEmail } from './testing/server/anonymous-client.ts'
import { callApi } from './testing/server/test-server.ts'
import { createUser, PASSWORD } from './testing/server/users.ts'

const ROUNDS = repetitions({ full: 4, short: 1 })

let replicas: Replicas
beforeAll(async () => {
  replicas = await openReplicas(3)
  await Promise.all(replicas.all.map((one) => replicas.start(one)))
})
afterAll(() => replicas.close())

const say = (what: string, { calls, failed, parts, archives }: Tally, lost: number) =>
  process.stdout.write(
    `${what}: ${calls} calls, ${failed.length} failed calls, ${parts} parts in ${archives.length} archives, ${lost} lost parts\n`,
  )

test('F10: three processes are restarted one after the other under load, and no call fails and no part is lost', async () => {
  const { tally, end } = await startLoad(replicas, { customers: 3, staff: 1 })
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const one of replicas.all) {
      const stopped = one.stop()
      await replicas.waitUntilDrained(one)
      expect(await stopped).toEqual([0, null])
      await replicas.start(one)
    }
  await end()
  const lost = await countLost(replicas, tally)
  say(`Each of 3 processes restarted ${ROUNDS} time(s)`, tally, lost)
  expect({ failed: tally.failed, lost }).toEqual({ failed: [], lost: 0 })
  expect(tally.archives.length).toBeGreaterThan(0)
}, 300_000)

test('kill -9 of one process fails only its own running calls, and all of them can be retried', async () => {
  const [one] = replicas.all
  if (!one) throw new Error('There is no process')
  const { tally, end } = await startLoad(replicas, { customers: 4, staff: 2 })
  await vi.waitUntil(() => tally.archives.length > 0 && replicas.balancer.inProgress(one.url) > 1, 60_000)
  await one.kill()
  await replicas.waitUntilDrained(one)
  await replicas.start(one)
  await end()
  const lost = await countLost(replicas, tally)
  say('kill -9 of one of 3 processes', tally, lost)
  const cut = replicas.all.map(({ url }) => replicas.balancer.cut(url))
  expect({ cut, failed: tally.failed }).toEqual({ cut: [tally.failed.length, 0, 0], failed: tally.failed })
  expect(lost).toBe(0)
})

/** The nth process, started again after the last one. */
const at = (turn: number): string => replicas.all[turn % replicas.all.length]?.url ?? ''

test('wrong passwords are counted together, at whatever process they are tried', async () => {
  const { email } = await createUser(replicas)
  for (let turn = 0; turn < LOCKOUT_AFTER_ATTEMPTS; turn += 1) {
    const { status } = await callApi(at(turn), 'logIn', { body: { email, password: 'Wrong-2026!' } })
    expect(status).toBe(401)
  }
  for (const { url } of replicas.all)
    expect((await callApi(url, 'logIn', { body: { email, password: PASSWORD } })).status).toBe(429)
})

test('a logout at one process takes effect at the others with the next call', async () => {
  const { token, refreshToken } = await createUser(replicas)
  const statuses = () =>
    Promise.all(replicas.all.map(async ({ url }) => (await callApi(url, 'listMyAnalyses', { token })).status))
  expect(await statuses()).toEqual([200, 200, 200])
  await callApi(at(0), 'logOut', { body: { refreshToken } })
  expect(await statuses()).toEqual([401, 401, 401])
})

test('a job is done once, although three processes fetch jobs', async () => {
  const emails = Array.from({ length: 12 }, newEmail)
  const registering = emails.map((email, turn) =>
    callApi(at(turn), 'register', { body: { email, fullName: 'Anna Bauer', password: PASSWORD } }),
  )
  expect((await Promise.all(registering)).map(({ status }) => status)).toEqual(emails.map(() => 200))
  await vi.waitFor(async () => expect(await unsentTo(emails)).toBe(0), { timeout: 60_000, interval: 50 })
  expect(emailsTo(emails)).toEqual(emails.map(() => 1))
})

test('a process that is to end reports it immediately and goes on serving; a second signal ends it at that moment', async () => {
  const [one] = replicas.all
  if (!one) throw new Error('There is no process')
  await one.stop()
  await replicas.waitUntilDrained(one)
  const child = await replicas.start(one, { DRAIN_SECONDS: '20' })
  child.kill('SIGTERM')
  await vi.waitFor(async () => {
    const response = await fetch(`${one.url}/readyz`)
    expect([response.status, await response.json()]).toEqual([503, { status: 'stopping' }])
  }, 60_000)
  const { email } = await createUser(replicas)
  const { status, headers } = await callApi(one.url, 'logIn', { body: { email, password: PASSWORD } })
  expect([status, headers.get('connection')]).toEqual([200, 'close'])
  // A signal right after the first one counts as its repetition.
  await vi.waitUntil(() => !child.kill('SIGTERM'), { timeout: 60_000, interval: 100 })
  expect(child.exitCode).toBe(1)
  await replicas.start(one)
})

test('web and worker apart: what two processes have received, a third one reads and hashes', async () => {
  const [one, two, worker] = replicas.all
  if (!one || !two || !worker) throw new Error('There are three processes')
  await Promise.all(replicas.all.map((each) => each.stop()))
  await Promise.all(replicas.all.map((each) => replicas.waitUntilDrained(each)))
  await Promise.all([one, two].map((each) => replicas.start(each, { ROLES: 'web' })))
  const { tally, end } = await startLoad(replicas, { customers: 1, staff: 0 })
  await end()
  const [archive] = tally.archives
  // Not known to the load balancer, because it takes no calls.
  worker.spawn({ ROLES: 'worker', PORT: String(await freePort()) })
  const receipt = () =>
    replicas.deps.db
      .selectFrom('files')
      .select('sha256')
      .where('analysisId', '=', archive?.id ?? '')
      .executeTakeFirstOrThrow()
  await vi.waitFor(async () => expect(await receipt()).toEqual({ sha256: archive?.sha256 }), {
    timeout: 60_000,
    interval: 50,
  })
})

/** The codes to these addresses that are still to be written or sent. A job that was killed with its process runs a minute later. */
async function unsentTo(emails: readonly string[]): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select (
      (select count(*) from queue.job where name = 'email-code' and state in ('created', 'retry', 'active'))
      + (select count(*) from emails where to_email in (${sql.join(emails)}) and status = 'WAITING')
    )::int as "left"
  `.execute(replicas.deps.db)
  return rows[0]?.left ?? -1
}

/** The number of emails to each address in the folders of all processes. */
function emailsTo(emails: readonly string[]): number[] {
  const sentEmails = replicas.all.flatMap(({ folder }) => {
    const mail = join(folder, 'mail')
    return readdirSync(mail)
      .filter((name) => name.endsWith('.json'))
      .map((name) => (JSON.parse(readFileSync(join(mail, name), 'utf8')) as { to: string }).to)
  })
  return emails.map((email) => sentEmails.filter((to) => to === email).length)
}

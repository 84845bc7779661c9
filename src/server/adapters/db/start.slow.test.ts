import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Cluster, GUARDED, openCluster } from '#server/testing/processes/postgres-cluster.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'

let cluster: Cluster
let product: ServerProcess
beforeAll(async () => {
  cluster = await openCluster()
  await cluster.run('create database late')
  await cluster.run(`create role ${GUARDED} login superuser password 'the-right-one'`)
  product = await prepareServer({ DATABASE_URL: cluster.urlOf('late') })
})
afterAll(async () => {
  await product.remove()
  await cluster.remove()
})

/** All output of a process. */
function capture({ stdout, stderr }: ChildProcess): () => string {
  let printed = ''
  for (const stream of [stdout, stderr]) stream?.on('data', (text) => (printed += text))
  return () => printed
}

/** The output of a start that fails. */
async function failedStart(env: NodeJS.ProcessEnv): Promise<string> {
  const child = product.spawn(env)
  const printed = capture(child)
  expect(await once(child, 'close')).toEqual([1, null])
  return printed()
}

const statusOf = async (path: string) => (await fetch(product.url + path)).status
const WAITING = 'waiting for database'
const soon = { timeout: 60_000, interval: 100 }

test('F24: with its database down a start waits, logs it every 5 seconds, is not ready, and continues when it is up', async () => {
  await cluster.stop()
  const printed = capture(product.spawn({}))
  await vi.waitFor(() => expect(printed().split(WAITING).length).toBeGreaterThan(2), soon)
  expect(printed()).toMatch(/"database":"127\.0\.0\.1:\d+","reason":"connect ECONNREFUSED/)
  expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/api/auth/login')]).toEqual([
    200, 503, 503,
  ])
  await cluster.start()
  await vi.waitFor(() => expect(printed()).toContain('Skyfurrow is ready at'), soon)
  expect(await statusOf('/readyz')).toBe(200)
  expect(await product.stop()).toEqual([0, null])
})

test('F24: a start that has waited long enough ends, and reports why', async () => {
  await cluster.stop()
  const printed = await failedStart({ DATABASE_WAIT_SECONDS: '1' })
  expect(printed).toMatch(/The database at 127\.0\.0\.1:\d+ did not respond for 1 s/)
  await cluster.start()
})

const urlWith = ({ user = 'skyfurrow', database = 'late', search = '' }) => {
  const url = new URL(cluster.urlOf(database))
  return url.href.replace(/\/\/[^@]*@/, `//${user}@`) + search
}

test.each([
  ['a wrong password', { user: `${GUARDED}:the-wrong-one` }, 'The database rejects the password of DATABASE_URL'],
  ['an unknown user', { user: 'nobody' }, 'The database rejects the user of DATABASE_URL'],
  ['an unknown database', { database: 'nowhere' }, 'The database of DATABASE_URL does not exist'],
  ['a server without TLS', { search: '?sslmode=verify-full' }, 'No encrypted and verified connection'],
])(
  '%s ends the start immediately, with a clear message without the password',
  async (_what, changes, message) => {
    const printed = await failedStart({ DATABASE_URL: urlWith(changes) })
    expect(printed).toContain(message)
    expect(printed).not.toContain('the-wrong-one')
  },
  180_000,
)

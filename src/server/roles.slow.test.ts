import { once } from 'node:events'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Cluster, openCluster } from './testing/processes/postgres-cluster.ts'
import { prepareServer, type ServerProcess } from './testing/processes/server-process.ts'
import { newEmail } from './testing/server/anonymous-client.ts'
import { callApi } from './testing/server/test-server.ts'

let cluster: Cluster
let web: ServerProcess
let worker: ServerProcess
let client: Client
beforeAll(async () => {
  cluster = await openCluster()
  await cluster.run('create database parted')
  const shared = { DATABASE_URL: cluster.urlOf('parted'), SECRET_KEY: '5'.repeat(64) }
  web = await prepareServer({ ...shared, ROLES: 'web' })
  worker = await prepareServer({ ...shared, ROLES: 'worker' })
  client = new Client(cluster.urlOf('parted'))
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await web.remove()
  await worker.remove()
  await cluster.remove()
})

const statesOfJobs = async () => {
  const { rows } = await client.query<{ state: string }>("select state from queue.job where name = 'email-code'")
  return rows.map(({ state }) => state)
}
const statusOf = async (url: string) => (await fetch(url)).status

test('web answers calls and leaves the jobs; worker does them, and reports its health', async () => {
  // Both concurrently, over an empty database.
  await Promise.all([web.start(), worker.start()])
  await worker.stop()
  const email = newEmail()
  const registered = await callApi(web.url, 'register', {
    body: { email, fullName: 'Anna Bauer', password: 'Furrow-2026!' },
  })
  expect(registered.status).toBe(200)
  const resent = await callApi(web.url, 'resendCode', { body: { email } })
  expect(resent.status).toBe(200)
  expect(await statesOfJobs()).toEqual(['created'])

  await worker.start()
  await vi.waitFor(async () => expect(await statesOfJobs()).toEqual(['completed']), { timeout: 60_000, interval: 50 })
  const paths = ['/healthz', '/readyz', '/api/auth/login', '/']
  expect(await Promise.all(paths.map((path) => statusOf(worker.url + path)))).toEqual([200, 200, 404, 404])
  expect(await Promise.all([web.stop(), worker.stop()])).toEqual([
    [0, null],
    [0, null],
  ])
})

test('no role starts in production over the accounts of development', async () => {
  await web.start()
  await web.stop()
  const production = {
    NODE_ENV: 'production',
    STORAGE_URL: 's3://fields',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
    MAIL_FOLDER: worker.folder,
  }
  for (const role of [web, worker]) {
    const child = role.spawn({ ...production, LOG_LEVEL: 'silent' })
    let faults = ''
    child.stderr?.on('data', (text) => (faults += text))
    expect(await once(child, 'close')).toEqual([1, null])
    expect(faults).toContain('staff@skyfurrow.example.\nRemove them: skyfurrow admin remove-demo-accounts\n')
  }
})

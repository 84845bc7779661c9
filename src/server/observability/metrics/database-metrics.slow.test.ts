import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { freePort } from '#server/testing/processes/free-port.ts'
import { type Cluster, openCluster } from '#server/testing/processes/postgres-cluster.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'
import { callApi } from '#server/testing/server/test-server.ts'

let cluster: Cluster
let [web, worker]: ServerProcess[] = []
let ports: [web: number, worker: number]
beforeAll(async () => {
  cluster = await openCluster()
  await cluster.run('create database figures')
  ports = [await freePort(), await freePort()]
  const shared = { DATABASE_URL: cluster.urlOf('figures'), SECRET_KEY: '5'.repeat(64) }
  web = await prepareServer({ ...shared, ROLES: 'web', METRICS_ADDRESS: `127.0.0.1:${ports[0]}` })
  await web.start()
  worker = await prepareServer({ ...shared, ROLES: 'worker', METRICS_ADDRESS: `127.0.0.1:${ports[1]}` })
  await worker.start()
}, minutes(3))
afterAll(async () => {
  await web?.remove()
  await worker?.remove()
  await cluster.remove()
})

const scrape = async (port: number): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

test('both roles have metrics, and the connections of the pool are counted', async () => {
  const [ofWeb, ofWorker] = [await scrape(ports[0]), await scrape(ports[1])]
  expect(ofWeb).toContain('roles="web"} 1')
  expect(ofWorker).toContain('roles="worker"} 1')
  for (const text of [ofWeb, ofWorker]) {
    expect(text).toMatch(/^skyfurrow_database_connections\{state="total"\} [1-9]/m)
    expect(text).toContain('skyfurrow_scrape_ok{source="database"} 1')
    expect(text).toContain('skyfurrow_emails_pending 0')
  }
})

test('F71: a slow database does not fail a scrape, and calls do not wait for the scrape', async () => {
  const locker = new Client(cluster.urlOf('figures'))
  await locker.connect()
  await locker.query('begin')
  await locker.query('lock table emails in access exclusive mode')
  try {
    const text = await scrape(ports[0])
    expect(text).toContain('skyfurrow_scrape_ok{source="database"} 0')
    expect(text).toContain('skyfurrow_scrape_ok{source="disk"} 1')
    expect(text).not.toContain('skyfurrow_emails_pending')
    // With one more connection for each scrape the pool would be exhausted.
    await Promise.all(Array.from({ length: 15 }, () => scrape(ports[0])))
    const body = { email: 'nobody@example.org', password: 'Wrong-1-password' }
    expect(await callApi(web?.url ?? '', 'logIn', { body })).toMatchObject({ status: 401 })
  } finally {
    await locker.query('rollback')
    await locker.end()
  }
  await expect.poll(() => scrape(ports[0]), { timeout: 60_000 }).toContain('skyfurrow_emails_pending')
})

test('a database that is down is reported', async () => {
  await cluster.stop()
  const text = await scrape(ports[1])
  await cluster.start()
  expect(text).toContain('skyfurrow_scrape_ok{source="database"} 0')
  await expect.poll(() => scrape(ports[1]), { timeout: 60_000 }).toContain('skyfurrow_scrape_ok{source="database"} 1')
})

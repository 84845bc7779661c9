import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EngineState } from '#server/adapters/engines/engine.ts'
import { readConfig } from '#server/config/config.ts'
import { createTestEngine } from '#server/testing/server/test-engine.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createMetrics } from './metrics.ts'
import { createScrape } from './scrape.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('F71: a scrape does not wait for a busy database, and queries it once only', async () => {
  const render = createScrape(server.deps, createMetrics({ version: '0', roles: ['web'] }))
  await server.deps.db.transaction().execute(async (trx) => {
    await sql`lock table uploads in access exclusive mode`.execute(trx)
    for (const text of await Promise.all([render(), render(), render()])) {
      expect(text).toContain('skyfurrow_scrape_ok{source="database"} 0')
      expect(text).not.toContain('skyfurrow_uploads_open')
    }
  })
  await expect.poll(render, { timeout: 60_000 }).toContain('skyfurrow_uploads_open 0')
})

test.each([
  ['METRICS_ADDRESS', '9464', 'METRICS_ADDRESS: must be an address and a port, such as 127.0.0.1:9464'],
  ['METRICS_ADDRESS', '127.0.0.1:70000', 'METRICS_ADDRESS: must be an address and a port'],
  ['METRICS_ADDRESS', '127.0.0.1:8080', 'METRICS_ADDRESS: must have another port than PORT'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'OTEL_EXPORTER_OTLP_ENDPOINT: must be an http or https address'],
])('%s=%s is rejected', (name, value, words) => {
  expect(() => readConfig({ [name]: value })).toThrow(words)
})

test('the metrics address may be IPv4 or IPv6', () => {
  expect(readConfig({ METRICS_ADDRESS: '[::1]:9464' }).metrics).toEqual({ host: '::1', port: 9464 })
  expect(readConfig({ METRICS_ADDRESS: '10.0.0.7:9464' }).metrics).toEqual({ host: '10.0.0.7', port: 9464 })
})

test('nodes of the farm that are away are counted, and no scrape waits for them', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<EngineState>()
  const state = () => {
    asked.resolve()
    return answer.promise
  }
  const engines = { preview: null, farm: { ...createTestEngine(), state } }
  const render = createScrape({ ...server.deps, engines }, createMetrics({ version: '0', roles: ['web'] }))
  expect(await render()).toContain('skyfurrow_scrape_ok{source="disk"} 1')
  await asked.promise
  answer.resolve({ isReady: true, reason: null, capacity: 3, away: 2 })
  const text = await render()
  expect(text).toContain('skyfurrow_farm_capacity 3')
  expect(text).toContain('skyfurrow_farm_nodes_away 2')
})

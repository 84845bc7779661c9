import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { openCluster } from '#server/testing/processes/postgres-cluster.ts'
import { readDatabaseUrl } from './database-url.ts'
import { waitForPostgres } from './wait-for-postgres.ts'

const log = pino({ level: 'silent' })

function connect(url: URL, parameters: string): Promise<void> {
  const settings = readDatabaseUrl(url.href + parameters)
  if ('problem' in settings) throw new Error(settings.problem)
  return waitForPostgres(settings, { log, waitSeconds: 5 })
}

test('an encrypted connection is made to the server whose certificate is known, under its own name, and to no other', async () => {
  const cluster = await openCluster()
  const certificate = await cluster.encrypt()
  const url = new URL(cluster.urlOf('postgres'))
  const byAddress = new URL(url)
  url.hostname = 'localhost'
  const known = `?sslmode=verify-full&sslrootcert=${certificate}`
  // The server takes a moment to read its settings again.
  await vi.waitFor(() => connect(url, known), { timeout: 60_000, interval: 50 })
  const refusal = 'No encrypted and verified connection to the database could be made'
  await expect(connect(url, '?sslmode=verify-full')).rejects.toThrow(refusal)
  await expect(connect(url, '?sslmode=require')).rejects.toThrow(refusal)
  await expect(connect(byAddress, known)).rejects.toThrow(refusal)
  await cluster.remove()
})

import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { openCluster } from '#server/testing/processes/postgres-cluster.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { waitForPostgres } from './wait-for-postgres.ts'

const log = pino({ level: 'silent' })

function connect(url: URL, parameters: string): Promise<void> {
  const settings = parseDatabaseUrl(url.href + parameters)
  if ('problem' in settings) throw new Error(settings.problem)
  return waitForPostgres(settings, { log, waitSeconds: 5 })
}

test('an encrypted connection needs a trusted certificate with the name of the server', async () => {
  const cluster = await openCluster()
  const certificate = await cluster.encrypt()
  const url = new URL(cluster.urlOf('postgres'))
  const byAddress = new URL(url)
  url.hostname = 'localhost'
  const trusted = `?sslmode=verify-full&sslrootcert=${certificate}`
  // The server reloads its settings asynchronously.
  await vi.waitFor(() => connect(url, trusted), { timeout: 60_000, interval: 50 })
  const message = 'No encrypted and verified connection to the database could be made'
  await expect(connect(url, '?sslmode=verify-full')).rejects.toThrow(message)
  await expect(connect(url, '?sslmode=require')).rejects.toThrow(message)
  await expect(connect(byAddress, trusted)).rejects.toThrow(message)
  await cluster.remove()
})

// For measurements over a separate PostgreSQL.
import { mkdirSync, rmSync } from 'node:fs'
import { Client } from 'pg'
import { openCluster } from '#server/testing/processes/postgres-cluster.ts'
import { stopAllServers } from './processes.mjs'

/**
 * A PostgreSQL with its default settings, except for the address, and an empty scratch folder. `end` stops all servers and removes
 * both, as does a signal.
 */
export async function openBenchCluster(scratch) {
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  const cluster = await openCluster([])
  const end = async () => {
    await stopAllServers()
    await cluster.remove()
    rmSync(scratch, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end().then(() => process.exit(1)))
  return { cluster, end }
}

export async function usingClient(databaseUrl, work) {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const versionOf = async (client) => (await client.query('show server_version')).rows[0].server_version

/** So that an account can call more often than it may in a minute. */
export async function forgetCalls(client) {
  await client.query('delete from rate_limit_hits')
  await client.query('delete from rate_limit_buckets')
}

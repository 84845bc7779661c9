// For measurements over a separate PostgreSQL.
import { mkdirSync, rmSync } from 'node:fs'
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

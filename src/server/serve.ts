import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seconds } from '#domain/units.ts'
import type { Config } from './config.ts'
import { describeDemoAccounts, ensureDemoAccounts } from './demo-accounts.ts'
import { openDeps } from './deps.ts'
import { ensureAdmin } from './features/accounts/ensure-admin.ts'
import { buildApp } from './http/app.ts'
import { jobRuns, jobs } from './jobs.ts'

const ROOT = join(import.meta.dirname, '../..')
const DRAIN_MS = seconds(25)

/** Runs the whole product in this process until a signal stops it. */
export async function serve(config: Config): Promise<void> {
  const { deps, close } = await openDeps(config, { jobs })
  if (config.admin) await ensureAdmin(deps, config.admin)
  if (config.mode === 'development') await ensureDemoAccounts(deps)

  let stopping = false
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const app = await buildApp(deps, { webFolder: join(ROOT, 'dist/web'), version, isStopping: () => stopping })
  await deps.queue.work(deps, jobRuns)
  await app.listen({ host: config.host, port: config.port })

  const stop = async () => {
    if (stopping) return
    stopping = true
    // What still streams after this is cut; its sender repeats that one part.
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
    await app.close()
    clearTimeout(cut)
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())

  if (config.mode === 'development') {
    process.stdout.write(`
Accounts for trying it out (development mode):
${describeDemoAccounts()}
Mail is not sent but shown at ${config.publicUrl}/dev/mail (files in ${join(config.dataDir, 'mail')})
API reference: ${config.publicUrl}/api/docs
Data folder: ${config.dataDir} (survives a crash of the program; the embedded database is not safe against a power cut)

`)
  }
  process.stdout.write(`Skyfurrow is ready at ${config.publicUrl}\n`)
}

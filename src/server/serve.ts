import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { describeDemoAccounts, ensureDemoAccounts, refuseDemoAccounts } from './demo-accounts.ts'
import { type Deps, openDeps } from './deps.ts'
import { belongsToCustomer, ensureAdmin, NAME_ANOTHER } from './features/accounts/ensure-admin.ts'
import { buildApp } from './http/app.ts'
import { openWaitingRoom } from './http/waiting-room.ts'
import { buildWorkerApp } from './http/worker-app.ts'
import { jobs } from './jobs.ts'
import { observe } from './observe.ts'
import { finishWork, onStopSignal } from './stop-gracefully.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Runs the product in this process, or the part of it that its roles name, until a signal stops it. */
export async function serve(config: Config): Promise<void> {
  const waitingRoom = config.postgres ? await openWaitingRoom(config) : undefined
  const { deps: plain, close } = await openDeps(config, { jobs })
  await lookAfterAccounts(plain).catch(async (error: unknown) => {
    await close()
    throw error
  })

  let stopping = false
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const isStopping = () => stopping
  const { deps, jobRuns, watch, close: endObserving } = await observe(plain, { version })
  const app = config.roles.includes('web')
    ? await buildApp(deps, { webFolder: join(ROOT, 'dist/web'), version, isStopping, watch })
    : buildWorkerApp(deps, isStopping)
  if (config.works.length > 0) await deps.queue.work(deps, jobRuns)
  await waitingRoom?.close()
  await app.listen({ host: config.host, port: config.port })

  const stop = async () => {
    stopping = true
    await finishWork({ app, ...deps })
    await endObserving()
    await close()
    process.exit(0)
  }
  onStopSignal(() => void stop())

  if (config.mode === 'development') {
    process.stdout.write(`
Accounts for trying it out (development mode):
${describeDemoAccounts()}
${config.mail.smtp ? `Mail is sent by ${config.mail.smtp.host}` : `Mail is not sent but shown at ${config.publicUrl}/dev/mail (files in ${config.mail.folder})`}
API reference: ${config.publicUrl}/api/docs
Data folder: ${config.dataDir}${config.postgres ? '' : ' (survives a crash of the program; the embedded database is not safe against a power cut)'}

`)
  }
  process.stdout.write(`Skyfurrow is ready at ${config.publicUrl}\n`)
}

async function lookAfterAccounts(deps: Deps): Promise<void> {
  const { admin, mode } = deps.config
  await refuseDemoAccounts(deps)
  if (admin) await makeFirstStaff(deps, admin)
  if (mode === 'development') await ensureDemoAccounts(deps)
}

/** Also who reads no log is to see that the address was in vain. */
async function makeFirstStaff(deps: Deps, admin: NonNullable<Config['admin']>): Promise<void> {
  if ((await ensureAdmin(deps, admin)) !== 'a customer') return
  const warning = `ADMIN_EMAIL ${belongsToCustomer(admin.email)} ${NAME_ANOTHER}`
  process.stderr.write(`${warning}\n`)
  deps.log.warn(warning)
}

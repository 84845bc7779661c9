import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config/config.ts'
import { type Deps, openDeps } from './deps.ts'
import { describeDemoAccounts, ensureDemoAccounts, rejectDemoAccounts } from './features/accounts/demo/demo-accounts.ts'
import { belongsToCustomer, CHOOSE_ANOTHER_EMAIL, ensureAdmin } from './features/accounts/ensure-admin.ts'
import { demoTrialJob } from './features/trials/synthetic/demo-trial-job.ts'
import { requestExampleTrial } from './features/trials/synthetic/request-example-trial.ts'
import { onShutdownSignal, shutDown } from './graceful-shutdown.ts'
import { buildApp } from './http/app.ts'
import { openStartupServer } from './http/operations/startup-server.ts'
import { buildWorkerApp } from './http/worker-app.ts'
import { jobs } from './jobs.ts'
import { observe } from './observability/instrument.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Runs the product, or its roles of this process, until a signal stops it. */
export async function serve(config: Config): Promise<void> {
  const startupServer = config.postgres ? await openStartupServer(config) : undefined
  const { deps: plain, close } = await openDeps(config, { jobs })
  await prepareAccounts(plain).catch(async (error: unknown) => {
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
  if (config.jobWeights.length > 0) await deps.queue.work(deps, jobRuns)
  await startupServer?.close()
  await app.listen({ host: config.host, port: config.port })

  const stop = async () => {
    stopping = true
    await shutDown({ app, queue: deps.queue, stop: config.stop, log: deps.log })
    await endObserving()
    await close()
    process.exit(0)
  }
  onShutdownSignal(() => void stop())

  if (config.mode === 'development') {
    process.stdout.write(`
Accounts to try it out (development mode):
${describeDemoAccounts()}
${config.mail.smtp ? `Emails are sent through ${config.mail.smtp.host}` : `Emails are not sent but shown at ${config.publicUrl}/dev/mail (files in ${config.mail.folder})`}
API reference: ${config.publicUrl}/api/docs
Data folder: ${config.dataDir}

`)
  }
  process.stdout.write(`Skyfurrow is ready at ${config.publicUrl}\n`)
}

async function prepareAccounts(deps: Deps): Promise<void> {
  const { admin, demoTrial, exampleTrial, mode } = deps.config
  await rejectDemoAccounts(deps)
  if (admin) await createFirstAdmin(deps, admin)
  if (mode === 'development')
    await ensureDemoAccounts(deps, async (trx, made) => {
      if (demoTrial) await deps.queue.enqueue(trx, demoTrialJob, made)
    })
  if (exampleTrial) await requestExampleTrial(deps)
}

/** Also on standard error, because the setting had no effect. */
async function createFirstAdmin(deps: Deps, admin: NonNullable<Config['admin']>): Promise<void> {
  if ((await ensureAdmin(deps, admin)) !== 'a customer') return
  const warning = `ADMIN_EMAIL ${belongsToCustomer(admin.email)} ${CHOOSE_ANOTHER_EMAIL}`
  process.stderr.write(`${warning}\n`)
  deps.log.warn(warning)
}

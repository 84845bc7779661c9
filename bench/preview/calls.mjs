// Run by ../surface-calls.mjs.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { DEMO_ACCOUNTS } from '#server/features/accounts/demo/demo-accounts.ts'
import { log, ROOT } from '../../tools/lib/launch.mjs'
import { call, logIn, sendArchive, timed, timesWhile } from '../calls.mjs'
import { serveDevelopment, stopAllServers } from '../processes.mjs'

const P99_MAX_MS = 500
const PAUSE_OF_UPLOADS_MS = 3000
const PART_BYTES = 256 * 1024 ** 2
const SCRATCH = join(ROOT, '.cache/bench/surface-calls')
const PASSWORD = 'Skyfurrow1!'

const folder = process.env.PREVIEW_PHOTOS
if (!folder) {
  log('PREVIEW_PHOTOS names no folder of photos')
  process.exit(1)
}
rmSync(SCRATCH, { recursive: true, force: true })
try {
  const url = await serveDevelopment({ scratch: SCRATCH, partBytes: PART_BYTES })
  const [staff, customer] = await Promise.all(
    DEMO_ACCOUNTS.slice(0, 2).map(({ email }) => logIn(url, { email, password: PASSWORD })),
  )
  const projectType = customer.person.assignedProjects[0]
  const content = Buffer.from(
    makeZip(readdirSync(folder).map((name) => ({ name, content: readFileSync(join(folder, name)) }))),
  )
  const analysisRequestId = await sendArchive(url, customer.headers, { content, projectType })
  log(`${content.length >> 20} MB of photos are there`)
  const order = { analysisRequestId, engine: 'preview', preset: 'surface' }
  await call(`${url}/api/processing/start`, staff.headers, order)
  const runs = `${url}/api/processing/runs?analysisRequestId=${analysisRequestId}`
  const run = async () => (await call(runs, staff.headers)).data[0]
  const started = performance.now()
  const upload = (took) => sendArchive(url, customer.headers, { content: Buffer.alloc(2 ** 20), projectType, took })
  const kinds = {
    '/healthz': { calls: timed(`${url}/healthz`) },
    "a customer's list": { calls: timed(`${url}/api/crop-images/get`, customer.headers) },
    trials: { calls: timed(`${url}/api/trials`, customer.headers) },
    'each of the three calls of an upload of 1 MB': { calls: upload, pauseMs: PAUSE_OF_UPLOADS_MS },
  }
  let now
  const watched = await timesWhile(kinds, async () => {
    do {
      await wait(1000)
      now = await run()
    } while (now.endedAt === null)
  })
  log(
    `The run is ${now.state} after ${((performance.now() - started) / 1000).toFixed(0)} s. p50 / p99 / longest of calls meanwhile, ms`,
  )
  for (const [what, { p99, text }] of Object.entries(watched)) {
    log(`${p99 <= P99_MAX_MS ? 'holds' : 'FAILS'}  ${what}: ${text}`)
    if (p99 > P99_MAX_MS) process.exitCode = 1
  }
  if (now.state !== 'DONE') process.exitCode = 1
} finally {
  await stopAllServers()
  rmSync(SCRATCH, { recursive: true, force: true })
}

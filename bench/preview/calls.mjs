// Run by ../surface-calls.mjs.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { DEMO_ACCOUNTS } from '#server/features/accounts/demo/demo-accounts.ts'
import { log, ROOT } from '../../tools/lib/launch.mjs'
import { serveDevelopment, stopAllServers } from '../processes.mjs'
import { percentiles } from '../report.mjs'
import { sendTimed } from '../send-timed.mjs'

const P99_MAX_MS = 500
const PAUSE_MS = 100
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
  const [staff, customer] = await Promise.all(DEMO_ACCOUNTS.slice(0, 2).map(({ email }) => logIn(url, email)))
  const content = Buffer.from(
    makeZip(readdirSync(folder).map((name) => ({ name, content: readFileSync(join(folder, name)) }))),
  )
  const { id: analysisRequestId } = await sendTimed(url, { ...customer, content })
  log(`${content.length >> 20} MB of photos are there`)
  const order = { analysisRequestId, engine: 'preview', preset: 'surface' }
  await call(`${url}/api/processing/start`, staff, order)
  const runs = `${url}/api/processing/runs?analysisRequestId=${analysisRequestId}`
  const run = async () => (await call(runs, staff)).data[0]
  const started = performance.now()
  const isOver = { value: false }
  const watched = {
    '/healthz': timesOf(isOver, (took) => timed(took, () => call(`${url}/healthz`, {}))),
    "a customer's list": timesOf(isOver, (took) => timed(took, () => call(`${url}/api/crop-images/get`, customer))),
    trials: timesOf(isOver, (took) => timed(took, () => call(`${url}/api/trials`, customer))),
    'each of the three calls of an upload of 1 MB': timesOf(
      isOver,
      async (took) => (await sendTimed(url, { ...customer, content: Buffer.alloc(2 ** 20) })).calls.forEach(took),
      3000,
    ),
  }
  let now = await run()
  while (now.endedAt === null) {
    await wait(1000)
    now = await run()
  }
  isOver.value = true
  log(
    `The run is ${now.state} after ${((performance.now() - started) / 1000).toFixed(0)} s. p50 / p99 / longest of calls meanwhile, ms`,
  )
  for (const [what, times] of Object.entries(watched)) {
    const { p99, text } = await times
    log(`${p99 <= P99_MAX_MS ? 'holds' : 'FAILS'}  ${what}: ${text}`)
    if (p99 > P99_MAX_MS) process.exitCode = 1
  }
  if (now.state !== 'DONE') process.exitCode = 1
} finally {
  await stopAllServers()
  rmSync(SCRATCH, { recursive: true, force: true })
}

async function logIn(url, email) {
  const { data } = await call(`${url}/api/auth/login`, {}, { email, password: PASSWORD })
  return { headers: { authorization: `Bearer ${data.accessToken}` }, project: data.assignedProjects[0] }
}

async function call(address, { headers = {} }, body) {
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(address, {
    ...sent,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text.slice(0, 300)}`)
  return text.startsWith('{') ? JSON.parse(text) : text
}

async function timed(took, work) {
  const started = performance.now()
  await work()
  took(performance.now() - started)
}

/** Of calls one after another until it is over. */
async function timesOf(isOver, work, pauseMs = PAUSE_MS) {
  const times = []
  while (!isOver.value) {
    await work((ms) => times.push(ms))
    await wait(pauseMs)
  }
  const { p99, text } = percentiles(times)
  return { p99, text: `${text} of ${times.length}` }
}

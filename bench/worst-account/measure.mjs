// Run by ../worst-account.mjs.
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Client } from 'pg'
import { hashPassword } from '#server/features/accounts/passwords/password-hash.ts'
import { log, ROOT } from '../../tools/lib/launch.mjs'
import { forgetCalls, openBenchCluster } from '../cluster.mjs'
import { CUSTOMER, fill, TRIAL } from '../field-book/data.mjs'
import { serveProduction } from '../processes.mjs'
import { percentiles } from '../report.mjs'
import { measureArchives } from './archives.mjs'

const PLOTS = 20_000
/** Calls of the account at a time, without a pause. */
const AT_ONCE = 55
const SECONDS = 10
const PAUSE_MS = 120
const P99_MAX_MS = 500
const OTHER = { email: 'other@skyfurrow.example', password: 'Skyfurrow1!' }
const SCRATCH = join(ROOT, '.cache/bench/worst-account')
const WORST = {
  'nothing else': [],
  'all plots as GeoJSON': [`/api/trials/plots?trialId=${TRIAL}`],
  'BrAPI: observation units': [`/brapi/v2/observationunits?studyDbId=${TRIAL}&pageSize=1000`],
  'BrAPI: observations': [`/brapi/v2/observations?studyDbId=${TRIAL}&pageSize=1000`],
  'the table of a trait': ['/api/trials/table?measurementId=measurement&trait=NDVI'],
  'all values': ['/api/trials/all-values?measurementId=measurement'],
}

const { cluster, end } = await openBenchCluster(SCRATCH)
try {
  await cluster.run('create database worst')
  const databaseUrl = cluster.urlOf('worst')
  const url = await serveProduction({ databaseUrl, scratch: SCRATCH })
  log(`Filling in a trial of ${PLOTS.toLocaleString('en')} plots`)
  const client = new Client(databaseUrl)
  await client.connect()
  await fill(client, { plots: PLOTS, flights: 2, traits: 4 })
  await client.query(
    `insert into users (id, email, full_name, password_hash, role, status, confirmed_at, created_at)
     values ('other', $1, 'Otto Other', $2, 'USER', 'APPROVED', now(), now())`,
    [OTHER.email, await hashPassword(OTHER.password)],
  )
  for (const id of ['breeder', 'other'])
    await client.query(`insert into projects (account_id, name, assigned) values ($1, 'Soybean_Trial', true)`, [id])
  const [worst, other] = [await logIn(url, CUSTOMER, 1), await logIn(url, OTHER, 2)]
  log('p50 / p99 / longest, ms')
  for (const [what, paths] of Object.entries(WORST)) {
    // Each begins with an account that has called nothing yet.
    await forgetCalls(client)
    await measure(url, { what, paths, worst, other })
  }
  await forgetCalls(client)
  for (const problem of await measureArchives(url, { worst, other, log })) {
    log(problem)
    process.exitCode = 1
  }
  await client.end()
} finally {
  await end()
}

async function logIn(url, { email, password }, address) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${address}` }
  const body = JSON.stringify({ email, password })
  const { data } = await (await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })).json()
  return { authorization: `Bearer ${data.accessToken}`, 'x-forwarded-for': headers['x-forwarded-for'] }
}

async function measure(url, { what, paths, worst, other }) {
  const addresses = paths.flatMap((path) => Array.from({ length: AT_ONCE }, () => url + path))
  // On a thread of its own, so that the clock of the others isn't held up by what it receives.
  const attack = new Worker(new URL('attack.mjs', import.meta.url), {
    workerData: { addresses, headers: worst, seconds: SECONDS },
  })
  const answers = once(attack, 'message')
  const until = performance.now() + SECONDS * 1000
  const healthz = timesOf(until, `${url}/healthz`, {})
  const list = timesOf(until, `${url}/api/crop-images/get`, other)
  const [health, lists] = [await healthz, await list]
  const said = (await answers)[0] || 'no calls'
  log(`${what.padEnd(26)} /healthz ${health.text.padEnd(18)} list of another ${lists.text.padEnd(18)} (${said})`)
  if (health.p99 > P99_MAX_MS || lists.p99 > P99_MAX_MS) process.exitCode = 1
}

/** Far below the rate limit. */
async function timesOf(until, address, headers) {
  const times = []
  const failed = []
  while (performance.now() < until) {
    const started = performance.now()
    const response = await fetch(address, { headers })
    await response.arrayBuffer()
    if (!response.ok) failed.push(response.status)
    times.push(performance.now() - started)
    await wait(PAUSE_MS)
  }
  if (failed.length > 0) throw new Error(`${address} answered ${failed[0]}`)
  return percentiles(times)
}

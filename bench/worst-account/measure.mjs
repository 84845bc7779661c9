// Run by ../worst-account.mjs.
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Client } from 'pg'
import { hashPassword } from '#server/features/accounts/passwords/password-hash.ts'
import { log, ROOT } from '../../tools/lib/launch.mjs'
import { call, logIn } from '../calls.mjs'
import { forgetCalls, openBenchCluster } from '../cluster.mjs'
import { CUSTOMER, fill, TRIAL } from '../field-book/data.mjs'
import { memoryMiB, startProduction, untilIdle } from '../processes.mjs'
import { describeMachine, publish, table } from '../report.mjs'
import { watchOthers } from './others.mjs'
import { flightAndMap, makeWorst, measureWorst, sendWorst, smallMeasurement } from './work.mjs'

const PLOTS = 20_000
/** Calls of the account at a time, without a pause. */
const AT_ONCE = 55
const SECONDS = 10
const P99_MAX_MS = 500
const WITHIN_SECONDS = 10
const MEMORY_MAX_MIB = 1500
/** What the disk may hold beyond what counts as the storage of customers: small pictures, lists of photos. */
const UNCOUNTED_MAX_MIB = 64
const MIB = 2 ** 20
const PROJECT = 'Soybean_Trial'
const OTHER = { email: 'other@skyfurrow.example', password: 'Skyfurrow1!' }
const SCRATCH = join(ROOT, '.cache/bench/worst-account')
const READS = {
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
  const env = { PART_BYTES: String(512 * MIB) }
  const { url, pid } = await startProduction({ databaseUrl, scratch: SCRATCH, env })
  log(`Filling in a trial of ${PLOTS.toLocaleString('en')} plots`)
  const client = new Client(databaseUrl)
  await client.connect()
  // Of a database that ends before it: what ended it is what is said.
  client.on('error', () => undefined)
  const { worst, other } = await people(client, url)
  const rows = []
  const problems = []
  const note = ({ what, others, more = '' }) => {
    rows.push([what, ...Object.values(others).map(({ text }) => text), more])
    log(rows.at(-1).join(' | '))
    for (const [of, { p99 }] of Object.entries(others))
      if (p99 > P99_MAX_MS) problems.push(`${what}: p99 of ${of} is ${p99.toFixed(0)} ms`)
  }
  for (const [what, paths] of Object.entries(READS)) {
    await forgetCalls(client)
    let answers
    const others = await watchOthers({ url, ...other, lasts: 'seconds' }, async () => {
      answers = await readAtOnce(
        paths.map((path) => url + path),
        worst.headers,
      )
    })
    note({ what, others, more: answers })
  }
  await forgetCalls(client)
  await untilIdle(pid)
  await measureWork({ url, pid, worst, other, note, problems })
  await untilIdle(pid)
  const disk = await diskOf({ url, people: [worst, other] })
  if (disk.uncounted > UNCOUNTED_MAX_MIB) problems.push(`${disk.uncounted.toFixed(0)} MiB on disk belong to nobody`)
  const text = toMarkdown({ rows, disk, problems })
  publish(text, { name: 'worst-account', isWhole: true })
  for (const problem of problems) log(`FAILS ${problem}`)
  process.exitCode = problems.length === 0 ? 0 : 1
  await client.end()
} finally {
  await end()
}

async function people(client, url) {
  await fill(client, { plots: PLOTS, flights: 2, traits: 4 })
  await client.query(
    `insert into users (id, email, full_name, password_hash, role, status, confirmed_at, created_at)
     values ('other', $1, 'Otto Other', $2, 'USER', 'APPROVED', now(), now())`,
    [OTHER.email, await hashPassword(OTHER.password)],
  )
  for (const id of ['breeder', 'other'])
    await client.query(`insert into projects (account_id, name, assigned) values ($1, $2, true)`, [id, PROJECT])
  const [worst, other] = await Promise.all(
    [CUSTOMER, OTHER].map((of, at) => logIn(url, of, { 'x-forwarded-for': `10.0.0.${at + 1}` })),
  )
  return {
    worst: { headers: worst.headers, projectType: PROJECT },
    other: { headers: other.headers, projectType: PROJECT },
  }
}

/** @returns how the calls were answered */
async function readAtOnce(urls, headers) {
  const addresses = urls.flatMap((address) => Array.from({ length: AT_ONCE }, () => address))
  if (addresses.length === 0) {
    await wait(SECONDS * 1000)
    return 'no calls'
  }
  // On a thread of its own, so that the clock of the others isn't held up by what it receives.
  const attack = new Worker(new URL('attack.mjs', import.meta.url), {
    workerData: { addresses, headers, seconds: SECONDS },
  })
  const [answers] = await once(attack, 'message')
  return answers
}

/** Archives and maps, then measurements of the maps: what each does to another's calls, and how long another's own work takes meanwhile. */
async function measureWork({ url, pid, worst, other, note, problems }) {
  const judge = (took) => {
    for (const [what, seconds] of Object.entries(took))
      if (seconds > WITHIN_SECONDS) problems.push(`another's ${what} took ${seconds.toFixed(1)} s`)
    return Object.entries(took)
      .map(([what, seconds]) => `${what} ${seconds.toFixed(1)} s`)
      .join(', ')
  }
  let memory = 0
  const sampling = setInterval(() => (memory = Math.max(memory, memoryMiB(pid))), 250)
  try {
    let [mapIds, own] = [[], {}]
    const files = makeWorst(SCRATCH)
    const sent = await watchOthers({ url, ...other, lasts: 'minutes' }, async () => {
      mapIds = await sendWorst(url, worst, files)
      own = await flightAndMap(url, other)
    })
    note({ what: 'hostile and large archives and maps', others: sent, more: judge(own.seconds) })
    let [seconds, measurementIds] = [0, []]
    const measured = await watchOthers({ url, ...other, lasts: 'minutes' }, async () => {
      measurementIds = await measureWorst(url, worst, mapIds)
      seconds = await smallMeasurement(url, other, own.mapId)
    })
    for (const measurementId of measurementIds) await call(`${url}/api/trials/cancel`, worst.headers, { measurementId })
    note({ what: 'large maps, then 12 measurements of them', others: measured, more: judge({ measurement: seconds }) })
  } finally {
    clearInterval(sampling)
  }
  log(`At most ${memory.toFixed(0)} MiB of memory`)
  if (memory > MEMORY_MAX_MIB) problems.push(`${memory.toFixed(0)} MiB of memory`)
}

/** What lies on the disk, and how much of it counts as somebody's storage, in MiB. */
async function diskOf({ url, people: all }) {
  const folder = join(
    SCRATCH,
    readdirSync(SCRATCH).find((name) => name.startsWith('data-')),
  )
  const bytes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  const used = await Promise.all(all.map(({ headers }) => call(`${url}/api/crop-images/storage`, headers)))
  const counted = used.reduce((sum, { data }) => sum + data.usedBytes, 0)
  return { all: bytes / MIB, uncounted: Math.max(0, bytes - counted) / MIB }
}

function toMarkdown({ rows, disk, problems }) {
  const machine = describeMachine({ node: process.execPath, folder: SCRATCH, servers: [] })
  return `# One account does its worst, measured

${new Date().toISOString().slice(0, 10)}, by \`npm run bench:worst-account\`. In milliseconds: half of the calls of another customer took at most the first number, 99 % at most the second one, the longest the third one. Each call of an upload of 1 MB counts. Demanded: 99 % within ${P99_MAX_MS} ms, and a small flight check, map and measurement of another customer done within ${WITHIN_SECONDS} s.
${problems.length === 0 ? 'All of it holds.' : `**Missed:** ${problems.join('; ')}.`}

${table(['what', 'is'], machine)}

${table(['what one account does', '/healthz', 'list of another', 'upload of another', 'answers, or what another starts meanwhile'], rows)}

At the end ${disk.all.toFixed(0)} MiB lie on the disk, ${disk.uncounted.toFixed(0)} MiB more than counts as storage of the two.
`
}

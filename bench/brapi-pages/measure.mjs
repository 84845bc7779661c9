// Run by ../brapi-pages.mjs.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../../tools/lib/free-port.mjs'
import { log, ROOT } from '../../tools/lib/launch.mjs'
import { forgetCalls, openBenchCluster, versionOf } from '../cluster.mjs'
import { CUSTOMER, FLIGHTS, fill, TRAITS_MEASURED, TRIAL } from '../field-book/data.mjs'
import { numberOption } from '../options.mjs'
import { memoryMiB, peakMemoryMiB, startProduction, untilIdle } from '../processes.mjs'
import { logIn } from '../product.mjs'
import { describeMachine, median, publish, table } from '../report.mjs'

const PLOTS = 2000
const OWN_COLUMNS = 10
const PAGE_ROWS = 1000
const GROWTH_MAX_MIB = 150
const STALL_MAX_MS = 50
const RATIO_MAX = 1.5
/** Pages at either end that are compared. */
const END_PAGES = 50
/** Fewer than an account may ask for in a minute. */
const CALLS_COUNTED = 50
const SETTLE_MS = 5000
const SCRATCH = join(ROOT, '.cache/bench/brapi-pages')

const plots = numberOption('plots', PLOTS)

/** What is read, and how many rows that has. */
const READS = [
  { name: 'observations', noun: 'observations', rows: plots * (FLIGHTS * TRAITS_MEASURED + OWN_COLUMNS) },
  { name: 'observationunits', noun: 'observationunits', rows: plots },
  { name: 'observations/table, JSON', noun: 'observations/table', rows: plots * FLIGHTS },
  { name: 'observations/table, CSV', noun: 'observations/table', rows: plots * FLIGHTS, accept: 'text/csv' },
  { name: 'observationunits/table, CSV', noun: 'observationunits/table', rows: plots, accept: 'text/csv' },
]
const TITLE_LINES = 2

const { cluster, end } = await openBenchCluster(SCRATCH)
let client
try {
  await cluster.run('create database trials')
  const databaseUrl = cluster.urlOf('trials')
  const stallsPort = await freePort()
  const { url, pid } = await startProduction({
    databaseUrl,
    scratch: SCRATCH,
    flags: ['--import', join(import.meta.dirname, '../stalls.mjs')],
    env: { STALLS_PORT: String(stallsPort), EXAMPLE_TRIAL: 'off' },
  })
  client = new Client(databaseUrl)
  await client.connect()
  log('Filling in the trial')
  const size = await fill(client, { plots, ownColumns: OWN_COLUMNS })
  const { accessToken } = await logIn(url, CUSTOMER)
  const headers = { authorization: `Bearer ${accessToken}` }
  await wait(SETTLE_MS)
  await untilIdle(pid)
  const idle = memoryMiB(pid)
  log(`${idle.toFixed(0)} MiB when idle`)
  const measured = []
  for (const wanted of READS) {
    const one = await measure(wanted, { url, pid, headers, idle, stallsPort })
    log(`${wanted.name}: ${one.seconds.toFixed(1)} s, ${one.growth.toFixed(0)} MiB, ${one.stall.toFixed(0)} ms`)
    measured.push({ ...wanted, ...one })
  }
  const servers = [{ name: 'PostgreSQL', version: await versionOf(client) }]
  const machine = describeMachine({ folder: SCRATCH, servers })
  const text = toMarkdown({ machine, size, idle, measured })
  publish(text, { name: 'brapi-pages', isWhole: plots === PLOTS })
  process.exitCode = text.includes('**') ? 1 : 0
} finally {
  await client?.end()
  await end()
}

async function measure({ noun, rows, accept }, { url, pid, headers, idle, stallsPort }) {
  const stall = async () => Number(await (await fetch(`http://127.0.0.1:${stallsPort}`)).text())
  await stall()
  const times = []
  let found = 0
  const address = `${url}/brapi/v2/${noun}?studyDbId=${TRIAL}`
  const started = performance.now()
  const peak = await peakMemoryMiB(pid, async () => {
    if (accept) found = await countLines(address, { ...headers, accept })
    else
      for (let page = 0, pages = 1; page < pages; page += 1) {
        if (page % CALLS_COUNTED === 0) await forgetCalls(client)
        const at = performance.now()
        const { metadata, result } = await read(`${address}&page=${page}&pageSize=${PAGE_ROWS}`, headers)
        times.push(performance.now() - at)
        found += result.data.length
        pages = metadata.pagination.totalPages
      }
  })
  const seconds = (performance.now() - started) / 1000
  if (found !== rows) throw new Error(`${noun} has ${found} rows instead of ${rows}`)
  return { seconds, times, growth: Math.max(peak, memoryMiB(pid)) - idle, stall: await stall() }
}

async function read(address, headers) {
  const response = await fetch(address, { headers })
  const text = await response.text()
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

async function countLines(address, headers) {
  await forgetCalls(client)
  const response = await fetch(address, { headers })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  let lines = 0
  for await (const chunk of response.body) for (const byte of chunk) lines += Number(byte === 10)
  return lines - TITLE_LINES
}

function toMarkdown({ machine, size, idle, measured }) {
  return `# A large trial read by BrAPI, measured

${new Date().toISOString().slice(0, 10)}, by \`npm run bench:brapi\`. ${plots.toLocaleString('en')} plots, ${FLIGHTS} flights, ${TRAITS_MEASURED} traits with all their statistics, which take ${size} in the database, and ${OWN_COLUMNS} own columns. One client reads all of it, pages of ${PAGE_ROWS.toLocaleString('en')} rows one after another, tables as one stream; the
product, PostgreSQL and the client share the processors. Demanded: memory of the product grows by at most ${GROWTH_MAX_MIB} MiB over the ${idle.toFixed(0)} MiB that it has when idle, no turn of its event loop uses the processor for over ${STALL_MAX_MS} ms, and the last ${END_PAGES} pages take at
most ${RATIO_MAX} times as long as the first ones (medians). **Bold** is missed.

${table(['what', 'is'], machine)}

${table(
  ['read', 'rows', 'seconds', 'a page, first and last ones, ms', 'most memory over idle, MiB', 'longest turn, ms'],
  measured.map(({ name, rows, seconds, times, growth, stall }) => [
    name,
    rows.toLocaleString('en'),
    seconds.toFixed(1),
    endsOf(times),
    judged(growth, GROWTH_MAX_MIB),
    judged(stall, STALL_MAX_MS),
  ]),
)}
`
}

function judged(value, most) {
  return value > most ? `**${value.toFixed(0)}**` : value.toFixed(0)
}

function endsOf(times) {
  if (times.length === 0) return ''
  const [first, last] = [times.slice(0, END_PAGES), times.slice(-END_PAGES)].map(median)
  const text = `${first.toFixed(0)}, ${last.toFixed(0)}`
  return last > first * RATIO_MAX ? `**${text}**` : text
}

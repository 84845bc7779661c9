// Run by ../field-book.mjs.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { Client } from 'pg'
import { log, ROOT } from '../../tools/lib/launch.mjs'
import { openBenchCluster } from '../cluster.mjs'
import { openPage } from '../map-screen/look.mjs'
import { serveProduction } from '../processes.mjs'
import { describeMachine, median, range, table } from '../report.mjs'
import { CUSTOMER, dateOf, FLIGHTS, fill, TRAITS_MEASURED, TRIAL } from './data.mjs'
import { filterBy, prepare, scrollThrough, sortBy, untilShown } from './in-page.mjs'

const PLOTS = 2000
const ROUNDS = 5
const OPEN_MAX_MS = 2000
const CHANGE_MAX_MS = 100
const VIEWS = [
  { name: 'one trait on each of 20 dates', query: 'tab=table', column: dateOf(FLIGHTS - 1) },
  { name: 'all of 30 traits on a date', query: `tab=table&columns=${dateOf(10)}`, column: 'GLI' },
]
/** Each leaves another number of rows than the one before. */
const WORDS = ['MN10', 'MN101', 'MN1012', 'MN19', '']
const RESULTS = join(ROOT, 'bench/results')
const SCRATCH = join(ROOT, '.cache/bench/field-book')

const plots = Number(process.argv.find((arg) => arg.startsWith('--plots='))?.split('=')[1] ?? PLOTS)

const { cluster, end } = await openBenchCluster(SCRATCH)
let browser
try {
  await cluster.run('create database trials')
  const databaseUrl = cluster.urlOf('trials')
  const url = await serveProduction({ databaseUrl, scratch: SCRATCH, cwd: ROOT })
  log('Filling in the trial')
  const { size, version } = await fillDatabase(databaseUrl)
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const measured = VIEWS.map((view) => ({ ...view, opened: [], filtered: [], sorted: [], scrolled: [] }))
  for (let round = 0; round < ROUNDS; round += 1) {
    log(`Round ${round + 1}`)
    for (const view of measured) await look(url, view)
  }
  const machine = describeMachine({
    node: process.execPath,
    folder: SCRATCH,
    servers: [
      { name: 'Chromium', version: browser.version() },
      { name: 'PostgreSQL', version },
    ],
  })
  const text = toMarkdown({ machine, size, measured })
  log(`\n${text}`)
  if (plots === PLOTS) keep(text)
  process.exitCode = text.includes('| **') ? 1 : 0
} finally {
  await browser?.close()
  await end()
}

async function fillDatabase(databaseUrl) {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    const size = await fill(client, { plots })
    const { rows } = await client.query('show server_version')
    return { size, version: rows[0].server_version }
  } finally {
    await client.end()
  }
}

/** In a new browser profile, so with nothing in its cache. */
async function look(url, view) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CUSTOMER),
  })
  const { data: session } = await response.json()
  const opened = await openPage(browser, { url, session })
  const { page } = opened
  try {
    await page.addInitScript(prepare)
    await page.goto(`${url}/my-dashboard/trials/${TRIAL}?${view.query}`, { waitUntil: 'commit' })
    view.opened.push(await page.evaluate(untilShown, view.column))
    for (const words of WORDS) view.filtered.push(await page.evaluate(filterBy, words))
    for (const title of [view.column, 'Genotype', view.column]) view.sorted.push(await page.evaluate(sortBy, title))
    view.scrolled.push(await page.evaluate(scrollThrough))
  } finally {
    await page.context().close()
  }
}

function toMarkdown({ machine, size, measured }) {
  return `# The table of a large trial, measured

${new Date().toISOString().slice(0, 10)}, by \`npm run bench:field-book\`. ${plots.toLocaleString('en')} plots, ${FLIGHTS} flights, ${TRAITS_MEASURED} traits with all their statistics, which take ${size} in the database. ${ROUNDS} rounds, each with an empty cache, a window of 1280 x 900 pixels and the
production build; the product, PostgreSQL and Chromium share the processors. Figures are the least and the most of the rounds in milliseconds, and their median. Demanded: open in ${OPEN_MAX_MS} ms, filter in ${CHANGE_MAX_MS} ms. **Bold** is missed, by the median.

${table(['what', 'is'], machine)}

From the navigation to values in the table, with the page itself. From a word in the filter, or a click on a title, to the frame with its rows. Scrolling is the longest of 60 frames through all rows.

${table(
  ['table', 'open', 'filter', 'sort', 'longest frame of scrolling'],
  measured.map(({ name, opened, filtered, sorted, scrolled }) => [
    name,
    judged(opened, OPEN_MAX_MS),
    judged(filtered, CHANGE_MAX_MS),
    judged(sorted, CHANGE_MAX_MS),
    judged(scrolled, CHANGE_MAX_MS),
  ]),
)}
`
}

function judged(values, most) {
  const text = range(values, 0)
  return median(values) > most ? `**${text}**` : text
}

function keep(text) {
  const file = join(RESULTS, `${new Date().toISOString().slice(0, 10)}-field-book.md`)
  writeFileSync(file, text)
  log(`Written to ${file.slice(ROOT.length + 1)}`)
}

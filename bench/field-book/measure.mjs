// Run by ../field-book.mjs.
import { join } from 'node:path'
import { dateText } from '../../src/domain/dates.ts'
import { log, ROOT } from '../../tools/lib/launch.mjs'
import { openBenchCluster, usingClient, versionOf } from '../cluster.mjs'
import { openBrowser, openPage } from '../map-screen/look.mjs'
import { numberOption } from '../options.mjs'
import { serveProduction } from '../processes.mjs'
import { describeMachine, judged, publish, table } from '../report.mjs'
import { CUSTOMER, dateOf, FLIGHTS, fill, TRAITS_MEASURED, TRIAL } from './data.mjs'
import { filterBy, prepare, scrollThrough, sortBy, untilShown } from './in-page.mjs'

const PLOTS = 2000
const ROUNDS = 5
const OPEN_MAX_MS = 2000
const CHANGE_MAX_MS = 100
const VIEWS = [
  { name: 'one trait on each of 20 dates', query: 'tab=table', column: dateText(dateOf(FLIGHTS - 1)) },
  { name: 'all of 30 traits on a date', query: `tab=table&columns=${dateOf(10)}`, column: 'GLI' },
]
/** Each leaves another number of rows than the one before. */
const WORDS = ['MN10', 'MN101', 'MN1012', 'MN19', '']
const SCRATCH = join(ROOT, '.cache/bench/field-book')

const plots = numberOption('plots', PLOTS)

const { cluster, end } = await openBenchCluster(SCRATCH)
let browser
try {
  await cluster.run('create database trials')
  const databaseUrl = cluster.urlOf('trials')
  const url = await serveProduction({ databaseUrl, scratch: SCRATCH })
  log('Filling in the trial')
  const { size, version } = await usingClient(databaseUrl, async (client) => ({
    size: await fill(client, { plots }),
    version: await versionOf(client),
  }))
  browser = await openBrowser()
  const measured = VIEWS.map((view) => ({ ...view, opened: [], filtered: [], sorted: [], scrolled: [] }))
  for (let round = 0; round < ROUNDS; round += 1) {
    log(`Round ${round + 1}`)
    for (const view of measured) await look(url, view)
  }
  const machine = describeMachine({
    folder: SCRATCH,
    servers: [
      { name: 'Chromium', version: browser.version() },
      { name: 'PostgreSQL', version },
    ],
  })
  const text = toMarkdown({ machine, size, measured })
  publish(text, { name: 'field-book', isWhole: plots === PLOTS })
  process.exitCode = text.includes('| **') ? 1 : 0
} finally {
  await browser?.close()
  await end()
}

/** In a new browser profile, so with nothing in its cache. */
async function look(url, view) {
  const { page } = await openPage(browser, { url, person: CUSTOMER })
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

// Run by ../plot-map.mjs.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dateText } from '../../src/domain/dates.ts'
import { log, ROOT } from '../../tools/lib/launch.mjs'
import { longestTask } from '../longest-task.mjs'
import { openBrowser, openPage } from '../map-screen/look.mjs'
import { numberOption } from '../options.mjs'
import { serveDevelopment, stopAllServers } from '../processes.mjs'
import { asCustomer, publishMap } from '../product.mjs'
import { describeMachine, judged, publish, range, table } from '../report.mjs'
import { datesOf, drawPhoto, measureTrial } from './data.mjs'
import { changeDate, countFrames, prepare, untilPainted } from './in-page.mjs'

const [PLOTS, DATES] = [20_000, 4]
const ROUNDS = 5
const TASK_MAX_MS = 50
const HOVER_STEPS = 60
const PAN_STEPS = 120
const CHANGES = 4
const VIEWS = [
  { name: 'over the photo', query: '' },
  { name: 'without the photo', query: 'show=plan' },
]
const SCRATCH = join(ROOT, '.cache/bench/plot-map')

const plots = numberOption('plots', PLOTS)
const dates = datesOf(numberOption('dates', DATES))

rmSync(SCRATCH, { recursive: true, force: true })
mkdirSync(SCRATCH, { recursive: true })
let browser
try {
  const photo = join(SCRATCH, 'field.tif')
  log('Drawing a field')
  writeFileSync(photo, drawPhoto(plots))
  const url = await serveDevelopment({ scratch: SCRATCH })
  log('Publishing and measuring it')
  const { request } = await publishMap(url, photo)
  const trial = await measureTrial(asCustomer(url), { request, plots, dates })
  browser = await openBrowser()
  const measured = VIEWS.map((view) => ({
    ...view,
    opened: [],
    opening: [],
    hovering: [],
    changed: [],
    changing: [],
    panning: [],
    frames: [],
  }))
  for (let round = 0; round < ROUNDS; round += 1) {
    log(`Round ${round + 1}`)
    for (const view of measured) await look(`${url}/my-dashboard/trials/${trial}?${view.query}`, { url, view })
  }
  const machine = describeMachine({ folder: SCRATCH, servers: [{ name: 'Chromium', version: browser.version() }] })
  const text = toMarkdown({ machine, measured })
  publish(text, { name: 'plot-map', isWhole: plots === PLOTS && dates.length === DATES })
  process.exitCode = text.includes('| **') ? 1 : 0
} finally {
  await browser?.close()
  await stopAllServers()
  rmSync(SCRATCH, { recursive: true, force: true })
}

/** In a new browser profile, so with nothing in its cache. */
async function look(address, { url, view }) {
  const { page } = await openPage(browser, { url })
  try {
    await page.addInitScript(prepare)
    const cpuOf = async (work) => (await longestTask(browser, page, work)).cpu
    view.opening.push(
      await cpuOf(async () => {
        await page.goto(address, { waitUntil: 'commit' })
        view.opened.push(await page.evaluate(untilPainted))
      }),
    )
    view.hovering.push(await cpuOf(() => hover(page)))
    view.panning.push(await cpuOf(async () => view.frames.push(await pan(page))))
    for (const date of dates.slice(0, CHANGES))
      view.changing.push(
        await cpuOf(async () => view.changed.push(await page.evaluate(changeDate, { date, said: dateText(date) }))),
      )
  } finally {
    await page.context().close()
  }
}

/** From plot to plot, across the field. */
async function hover(page) {
  const { x, y, width, height } = await page.locator('figure > svg, figure [role=application]').boundingBox()
  for (let step = 0; step <= HOVER_STEPS; step += 1) {
    const share = 0.2 + (0.6 * step) / HOVER_STEPS
    await page.mouse.move(x + width * share, y + height * share)
    await page.evaluate(() => globalThis.nextFrame())
  }
}

/** Drags the map about. @returns frames in a second */
async function pan(page) {
  const { x, y, width, height } = await page.locator('figure > svg, figure [role=application]').boundingBox()
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.evaluate(countFrames)
  for (let step = 0; step < PAN_STEPS; step += 1) {
    const angle = (2 * Math.PI * step) / PAN_STEPS
    await page.mouse.move(x + width * (0.5 + 0.2 * Math.sin(angle)), y + height * (0.3 + 0.2 * Math.cos(angle)))
  }
  const frames = await page.evaluate(countFrames)
  await page.mouse.up()
  return frames
}

function toMarkdown({ machine, measured }) {
  return `# The map of a large trial, measured

${new Date().toISOString().slice(0, 10)}, by \`npm run bench:plot-map\`. ${plots.toLocaleString('en')} plots, ${dates.length} dates. ${ROUNDS} rounds, each with an empty cache, a window of 1280 x 900 pixels and the production build; the product and Chromium share the
processors, and Chromium draws without a graphics card. Figures are the least and the most in milliseconds, and their median. Tasks are measured in time of the processor. Demanded: none of the page's main thread takes more than ${TASK_MAX_MS} ms. **Bold** is missed, by the median.

${table(['what', 'is'], machine)}

Opening is from the navigation, with the page itself, to all plots in their colours. Pointing is a way over ${HOVER_STEPS} places of the field. A change of the date is from its choice to the colours of that date. Panning drags the map over ${PAN_STEPS} places as fast as the page takes them.

${table(
  [
    'map',
    'open',
    'longest task of opening',
    'of pointing',
    'of panning',
    'frames in a second',
    'change the date',
    'longest task of the change',
  ],
  measured.map(({ name, opened, opening, hovering, panning, frames, changed, changing }) => [
    name,
    range(opened, 0),
    ...[opening, hovering, panning].map((times) => judged(times, TASK_MAX_MS)),
    range(frames, 0),
    range(changed, 0),
    judged(changing, TASK_MAX_MS),
  ]),
)}
`
}

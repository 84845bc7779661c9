// Run by ../map-screen.mjs.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { freePort } from '../../tools/lib/free-port.mjs'
import { log, NODE_FLAGS, ROOT } from '../../tools/lib/launch.mjs'
import { writeMap } from '../maps/data.mjs'
import { startServer, stopAllServers } from '../processes.mjs'
import { describeMachine, median, range, table } from '../report.mjs'
import { bundleAlternative, serveAlternative } from './alternative.mjs'
import { changeIndices, firstView, openPage, panByDragging, panByKeys, zoomIn } from './look.mjs'
import { linkOf, logIn, publishMap } from './product.mjs'

const PIXELS = 20_000
const ROUNDS = 5
const PART_BYTES = 64 * 1024 * 1024
const DEMANDED = { first: 1000, sharp: 2000, mib: 3, task: 100, change: 100 }
const HERE = 'this machine'
const LINES = {
  [HERE]: undefined,
  // 20 Mbit/s.
  '20 Mbit/s, 40 ms': { latency: 40, downloadThroughput: 2_500_000, uploadThroughput: 2_500_000 },
}
const RESULTS = join(ROOT, 'bench/results')
const SCRATCH = join(ROOT, '.cache/bench/map-screen')

const pixels = Number(process.argv.find((arg) => arg.startsWith('--pixels='))?.split('=')[1] ?? PIXELS)

rmSync(SCRATCH, { recursive: true, force: true })
mkdirSync(SCRATCH, { recursive: true })
let browser
try {
  const map = join(SCRATCH, 'map.tif')
  log('Making a map')
  writeMap(map, { kind: 'photo', pixels })
  const url = await serve()
  log('Publishing it')
  const { request, bytes } = await publishMap(url, map, { partBytes: PART_BYTES })
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const script = await bundleAlternative()
  const address = `${url}/my-dashboard/map?request=${request}`
  const looks = {}
  for (const [name, line] of Object.entries(LINES)) looks[name] = []
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, line] of Object.entries(LINES)) {
      log(`Round ${round + 1}, ${name}`)
      looks[name].push(await look({ url, line, address, request, script }))
    }
  const machine = describeMachine({
    node: process.execPath,
    folder: SCRATCH,
    servers: [{ name: 'Chromium', version: browser.version() }],
  })
  const text = toMarkdown({ machine, bytes, looks })
  log(`\n${text}`)
  if (pixels === PIXELS) keep(text)
  process.exitCode = text.includes('**') ? 1 : 0
} finally {
  await browser?.close()
  await stopAllServers()
  rmSync(SCRATCH, { recursive: true, force: true })
}

async function serve() {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  await startServer({
    program: process.execPath,
    args: [...NODE_FLAGS, 'src/server/main.ts', 'serve'],
    cwd: ROOT,
    env: {
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: join(SCRATCH, 'data'),
      PART_BYTES: String(PART_BYTES),
      LOG_LEVEL: 'error',
    },
    url: `${url}/readyz`,
  })
  return url
}

/** With an empty cache: another viewer, then the page, then to its pixels, then along, then indices. */
async function look({ url, line, address, request, script }) {
  const { data: session } = await logIn(url)
  const beside = await openPage(browser, { url, session, line })
  const alternative = await serveAlternative(beside.page, { url, script, link: await linkOf(url, request) })
    .then((page) => firstView(beside, page))
    .finally(() => beside.page.context().close())
  const opened = await openPage(browser, { url, session, line })
  try {
    return {
      alternative,
      first: await firstView(opened, address),
      zoom: await zoomIn(opened),
      keys: await panByKeys(opened),
      drag: await panByDragging(opened),
      indices: await changeIndices(opened),
    }
  } finally {
    await opened.page.context().close()
  }
}

function toMarkdown({ machine, bytes, looks }) {
  const lines = Object.entries(looks)
  const [[, here]] = lines
  const changes = here.flatMap(({ indices }) => indices)
  const size = pixels.toLocaleString('en')
  return `# The screen of maps, measured

${new Date().toISOString().slice(0, 10)}, by \`npm run bench:map-screen\`. One photo of ${size} x ${size} pixels, whose copy has ${inMib(bytes)} MiB. ${ROUNDS} rounds, each with an empty cache, a window of 1280 x 900 pixels and the production build; figures are the least and the most of the rounds, and their median.
There is no GPU: Chromium draws in software, on the processors that the server runs on as well. The time that calls of the GPU hold the page is therefore named beside the rest. **Bold** is missed, by the median.

${table(['what', 'is'], machine)}

## The first view

From the navigation, with the page itself. OpenLayers' own GeoTIFF source shows the same copy over the same kind of link, as a page of its own with nothing but the map.

${table(
  ['line', 'shown by', 'first pixels, ms', 'sharp, ms', 'MiB of the map', 'requests for it', 'MiB of the page'],
  lines.flatMap(([name, rounds]) => [
    [name, 'Skyfurrow', ...viewOf(rounds.map(({ first }) => first), name === HERE)],
    [name, "OpenLayers' GeoTIFF", ...viewOf(rounds.map(({ alternative }) => alternative), false)],
  ]),
)}

Demanded on this machine: first pixels in ${DEMANDED.first} ms, sharp in ${DEMANDED.sharp} ms, at most ${DEMANDED.mib} MiB.

## From the whole map to its pixels

${table(
  ['line', 'sharp, ms', 'MiB', 'requests'],
  lines.map(([name, rounds]) => {
    const zooms = rounds.map(({ zoom }) => zoom)
    return [name, range(zooms.map(({ sharp }) => sharp), 0), range(zooms.map(({ map }) => Number(inMib(map)))), range(zooms.map(({ requests }) => requests), 0)]
  }),
)}

## While it moves

The longest task on the page's thread, and what is left of it without the calls of the GPU. Demanded: at most ${DEMANDED.task} ms.

${table(
  ['how', 'line', 'longest task, ms', 'without the GPU, ms', 'tiles drawn'],
  lines.flatMap(([name, rounds]) =>
    [
      ['by 40 arrow keys', 'keys'],
      ['by dragging', 'drag'],
    ].map(([how, key]) => {
      const pans = rounds.map((round) => round[key])
      return [how, name, range(pans.map(({ task }) => task), 0), judged(pans.map(({ ownTask }) => ownTask), DEMANDED.task), range(pans.map(({ tiles }) => tiles), 0)]
    }),
  ),
)}

## Another index

From the choice to the frame with it: when the page has handed it to the GPU, and when it is drawn. Demanded: at most ${DEMANDED.change} ms.

${table(
  ['handed over, ms', 'drawn in software, ms', 'longest task, ms', 'without the GPU, ms'],
  [
    [
      judged(changes.map(({ submitted }) => submitted), DEMANDED.change),
      range(changes.map(({ drawn }) => drawn), 0),
      range(changes.map(({ task }) => task), 0),
      judged(changes.map(({ ownTask }) => ownTask), DEMANDED.task),
    ],
  ],
)}
`
}

function viewOf(views, isJudged) {
  const show = (values, most, digits) => (isJudged ? judged(values, most, digits) : range(values, digits))
  return [
    show(views.map(({ first }) => first), DEMANDED.first, 0),
    show(views.map(({ sharp }) => sharp), DEMANDED.sharp, 0),
    show(views.map(({ map }) => Number(inMib(map))), DEMANDED.mib, 2),
    range(views.map(({ requests }) => requests), 0),
    range(views.map(({ other }) => Number(inMib(other)))),
  ]
}

function judged(values, most, digits = 0) {
  const text = range(values, digits)
  return median(values) > most ? `**${text}**` : text
}

const inMib = (bytes) => (bytes / 1024 / 1024).toFixed(2)

function keep(text) {
  const file = join(RESULTS, `${new Date().toISOString().slice(0, 10)}-map-screen.md`)
  writeFileSync(file, text)
  log(`Written to ${file.slice(ROOT.length + 1)}`)
}

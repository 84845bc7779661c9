// Run by ../map-screen.mjs.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { log, ROOT } from '../../tools/lib/launch.mjs'
import { writeMap } from '../maps/data.mjs'
import { numberOption } from '../options.mjs'
import { serveDevelopment, stopAllServers } from '../processes.mjs'
import { linkOf, publishMap } from '../product.mjs'
import { describeMachine, publish } from '../report.mjs'
import { bundleAlternative, serveAlternative } from './alternative.mjs'
import { changeIndices, firstView, openBrowser, openPage, panByDragging, panByKeys, zoomIn } from './look.mjs'
import { HERE, toMarkdown } from './report.mjs'

const PIXELS = 20_000
const ROUNDS = 5
const PART_BYTES = 64 * 1024 * 1024
const LINES = {
  [HERE]: undefined,
  // 20 Mbit/s.
  '20 Mbit/s, 40 ms': { latency: 40, downloadThroughput: 2_500_000, uploadThroughput: 2_500_000 },
}
const SCRATCH = join(ROOT, '.cache/bench/map-screen')

const pixels = numberOption('pixels', PIXELS)

rmSync(SCRATCH, { recursive: true, force: true })
mkdirSync(SCRATCH, { recursive: true })
let browser
try {
  const map = join(SCRATCH, 'map.tif')
  log('Making a map')
  writeMap(map, { kind: 'photo', pixels })
  const url = await serveDevelopment({ scratch: SCRATCH, partBytes: PART_BYTES })
  log('Publishing it')
  const { request, bytes } = await publishMap(url, map, { partBytes: PART_BYTES })
  browser = await openBrowser()
  const script = await bundleAlternative()
  const address = `${url}/my-dashboard/map?request=${request}`
  const looks = Object.fromEntries(Object.keys(LINES).map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, line] of Object.entries(LINES)) {
      log(`Round ${round + 1}, ${name}`)
      looks[name].push(await look({ url, line, address, request, script }))
    }
  const machine = describeMachine({ folder: SCRATCH, servers: [{ name: 'Chromium', version: browser.version() }] })
  const text = toMarkdown({ machine, pixels, rounds: ROUNDS, copyBytes: bytes, looks })
  publish(text, { name: 'map-screen', isWhole: pixels === PIXELS })
  process.exitCode = text.includes('| **') ? 1 : 0
} finally {
  await browser?.close()
  await stopAllServers()
  rmSync(SCRATCH, { recursive: true, force: true })
}

/** With an empty cache: another viewer, then the page, then to its pixels, then along, then indices. */
async function look({ url, line, address, request, script }) {
  const beside = await openPage(browser, { url, line })
  const alternative = await serveAlternative(beside.page, { url, script, link: await linkOf(url, request) })
    .then((page) => firstView(beside, page))
    .finally(() => beside.page.context().close())
  const opened = await openPage(browser, { url, line })
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

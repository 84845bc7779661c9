// Run by ../flight-check.mjs.
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_ANSWERS } from '#domain/flights.ts'
import { openCompute } from '#server/compute/pool.ts'
import { log } from '../../tools/lib/launch.mjs'
import { openBrowser } from '../map-screen/look.mjs'
import { numberOption } from '../options.mjs'
import { serveDevelopment, stopAllServers } from '../processes.mjs'
import { describeMachine, median, publish, range, table } from '../report.mjs'
import { writeArchive } from './archive.mjs'
import { checkInBrowser } from './browser.mjs'

const PHOTOS = 1000
const ROUNDS = 3
const MAX = { seconds: 20, share: 0.05, stallMs: 100 }
/** What must be found in the archive. */
const EXPECTED = ['blur', 'exposure']

const photos = numberOption('photos', PHOTOS)
const scratch = mkdtempSync(join(tmpdir(), 'skyfurrow-flight-check-'))
let browser
try {
  const path = join(scratch, 'flight.zip')
  log(`Writing ${photos.toLocaleString('en')} photos`)
  const size = await writeArchive(path, photos)
  const url = await serveDevelopment({ scratch })
  browser = await openBrowser()
  const [inBrowser, onServer] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    log(`Round ${round + 1}`)
    inBrowser.push(await checkInBrowser(browser, { url, path }))
    onServer.push(await checkOnServer(path, size))
  }
  const machine = describeMachine({ folder: scratch, servers: [{ name: 'Chromium', version: browser.version() }] })
  const { text, isHeld } = report({ machine, size, inBrowser, onServer })
  publish(text, { name: 'flight-check', isWhole: photos === PHOTOS })
  process.exitCode = isHeld ? 0 : 1
} finally {
  await browser?.close()
  await stopAllServers()
  rmSync(scratch, { recursive: true, force: true })
}

/** On a worker thread, as its job does. */
async function checkOnServer(path, size) {
  const compute = openCompute()
  const file = await open(path)
  let read = 0
  const started = performance.now()
  try {
    const { flight } = await compute.run({
      file: new URL('../../src/server/compute/photos/flight-worker.ts', import.meta.url),
      input: { size, outputs: ['3dModel'], answers: NO_ANSWERS },
      readRange: async (from, to) => {
        read += to - from
        const { bytesRead, buffer } = await file.read(new Uint8Array(to - from), 0, to - from, from)
        return buffer.subarray(0, bytesRead)
      },
    })
    const seconds = (performance.now() - started) / 1000
    // The page is given positions as a map.
    const { positions: _, ...said } = flight
    return { seconds, read, flight: JSON.stringify(said) }
  } finally {
    await file.close()
    await compute.close()
  }
}

function report({ machine, size, inBrowser, onServer }) {
  const flights = new Set([...inBrowser, ...onServer].map(({ flight }) => flight))
  const checks = JSON.parse(onServer[0].flight).checks.map(({ id }) => id)
  const stalls = inBrowser.map(({ task }) => task.wall)
  const lines = [
    {
      what: 'seconds from the choice of the file to the verdict in the browser',
      is: range(inBrowser.map(({ seconds }) => seconds)),
      most: MAX.seconds,
      isHeld: median(inBrowser.map(({ seconds }) => seconds)) <= MAX.seconds,
    },
    {
      what: 'seconds on a thread of the server',
      is: range(onServer.map(({ seconds }) => seconds)),
      most: MAX.seconds,
      isHeld: median(onServer.map(({ seconds }) => seconds)) <= MAX.seconds,
    },
    ...[
      ['the browser', inBrowser],
      ['the server', onServer],
    ].map(([where, looks]) => ({
      what: `bytes read by ${where}`,
      is: `${((100 * looks[0].read) / size).toFixed(2)} %`,
      most: `${100 * MAX.share} %`,
      isHeld: looks.every(({ read }) => read > 0 && read <= MAX.share * size),
    })),
    {
      what: "longest task of the page's main thread, ms by the clock",
      is: range(stalls, 0),
      most: MAX.stallMs,
      isHeld: median(stalls) <= MAX.stallMs,
    },
    {
      what: 'the same, ms of the processor',
      is: range(
        inBrowser.map(({ task }) => task.cpu),
        0,
      ),
      most: '',
      isHeld: true,
    },
    {
      what: 'figures and findings of browser and server',
      is: flights.size === 1 ? 'the same to the letter' : `${flights.size} different ones`,
      most: '',
      isHeld: flights.size === 1,
    },
    {
      what: 'findings',
      is: checks.join(', '),
      most: EXPECTED.join(', '),
      isHeld: EXPECTED.every((id) => checks.includes(id)) && checks.length === EXPECTED.length,
    },
  ]
  return { text: toMarkdown({ machine, size, lines }), isHeld: lines.every((line) => line.isHeld) }
}

function toMarkdown({ machine, size, lines }) {
  return `# The flight check, measured

${new Date().toISOString().slice(0, 10)}, by \`npm run bench:flight-check\`. A ZIP archive of ${photos.toLocaleString('en')} photos of 4000 x 3000 pixels, ${(size / 1e9).toFixed(2)} GB, in which one photo of 250 is blurred and a cloud comes over the field. ${ROUNDS} rounds,
in Chromium with the production build, in the upload dialog, with a new profile each; and on a thread of the server. Chromium and the server share the processors. The file was written just before, so much of it lies in the page cache. Figures are the least and the most, and their median. **Bold** is missed, by the median.

${table(['what', 'is'], machine)}

${table(
  ['what', 'is', 'demanded'],
  lines.map(({ what, is, most, isHeld }) => [what, isHeld ? is : `**${is}**`, most]),
)}
`
}

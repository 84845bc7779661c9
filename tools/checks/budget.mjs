// The JavaScript that each page loads, as gzip, must stay within its budget.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, launch, log, ROOT } from '../lib/launch.mjs'

const PUBLIC_PAGE = 110_000
const SCREEN = 225_000
/** What the map may add to a screen. */
const MAP = 200_000
const MAPS = ['/dashboard/map', '/my-dashboard/map']
/** A workbench, before the map library. */
const BENCH = 350_000
const BENCHES = ['trials/:trialId', 'requests/:analysisRequestId'].flatMap((path) => [
  `/dashboard/${path}`,
  `/my-dashboard/${path}`,
])

await launch(() => {
  ensureBuilt(process.execPath)
  const programs = JSON.parse(readFileSync(join(ROOT, 'dist/web.programs.json'), 'utf8'))
  const heavy = Object.entries(programs)
    .map(([path, { isDrawn, files }]) => ({
      path,
      bytes: weightOf(files),
      budget: budgetOf(path, isDrawn),
    }))
    .filter(({ bytes, budget }) => bytes > budget)
  for (const { path, bytes, budget } of heavy) log(`${path} loads ${bytes} bytes of JavaScript (gzip) of ${budget}`)
  if (heavy.length > 0) process.exitCode = 1
})

function budgetOf(path, isDrawn) {
  if (isDrawn) return PUBLIC_PAGE
  if (BENCHES.includes(path)) return BENCH
  return SCREEN + (MAPS.includes(path) ? MAP : 0)
}

function weightOf(files) {
  return files.reduce((sum, file) => sum + statSync(join(ROOT, 'dist/web', `${file}.gz`)).size, 0)
}

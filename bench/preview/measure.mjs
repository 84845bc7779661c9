// Run by ../preview.mjs. `--keep=<folder>` keeps the products; `--surface` has a dense surface made, in cells of two pixels.
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPreviewEngine } from '../../src/server/adapters/engines/preview/preview-engine.ts'
import { log, ROOT } from '../../tools/lib/launch.mjs'
import { option } from '../options.mjs'
import { shiftAgainst } from './reference.mjs'
import { standing } from './standing.mjs'

const isSurface = process.argv.includes('--surface')
/** Of 18 photos on two processors, as issues 17 and 33 ask. */
const BOUNDS = {
  seconds: isSurface ? 480 : 120,
  nmadMetres: 0.04,
  within: 0.95,
  reprojectionPixels: 1,
  shiftMetres: 0.5,
  focalShare: 0.03,
}
const SCRATCH = join(ROOT, '.cache/bench/preview')

const folder = process.env.PREVIEW_PHOTOS
if (!folder) {
  log('PREVIEW_PHOTOS names no folder of photos')
  process.exit(1)
}
const kept = option('keep') ?? join(SCRATCH, 'products')
rmSync(SCRATCH, { recursive: true, force: true })
mkdirSync(kept, { recursive: true })
const names = readdirSync(folder).filter((name) => /\.(jpe?g|tiff?)$/i.test(name))
const photos = names.map((name) => ({
  name,
  bytes: statSync(join(folder, name)).size,
  position: null,
  open: () => createReadStream(join(folder, name)),
}))

const started = performance.now()
const passed = () => (performance.now() - started) / 1000
const quality = await openPreviewEngine(join(SCRATCH, 'work')).run({
  runId: 'bench',
  attempt: 1,
  photos,
  files: [],
  lenses: [],
  outputs: [],
  options: isSurface ? { 'cell-pixels': 2 } : {},
  remembered: null,
  remember: async () => undefined,
  noteVersion: async () => undefined,
  report: () => undefined,
  log: (line) => log(`${passed().toFixed(1).padStart(6)} s  ${line}`),
  keep: ({ fileName, open }) => pipeline(open(), createWriteStream(join(kept, fileName))),
  signal: new AbortController().signal,
})
const seconds = passed()
log(`${seconds.toFixed(1).padStart(6)} s  Done`)
for (const name of readdirSync(kept)) log(`          ${name}  ${(statSync(join(kept, name)).size / 1e6).toFixed(1)} MB`)
log(JSON.stringify({ ...quality, notes: quality.notes.length }, null, 2))

const results = [
  ['wall time, s', seconds, seconds <= BOUNDS.seconds],
  ['photos registered', `${quality.usedPhotos} of ${names.length}`, quality.usedPhotos === names.length],
  ['reprojection, px', quality.reprojectionPixels, quality.reprojectionPixels < BOUNDS.reprojectionPixels],
  ['focal length, share of the photos’ own', quality.focalRatio, Math.abs(quality.focalRatio - 1) <= BOUNDS.focalShare],
]
if (process.env.PREVIEW_REFERENCE) {
  const shift = await shiftAgainst(process.env.PREVIEW_REFERENCE, kept)
  const metres = Math.hypot(shift.east, shift.north)
  results.push([
    'shift against the reference, m',
    `${metres.toFixed(2)} (east ${shift.east.toFixed(2)}, north ${shift.north.toFixed(2)}, correlation ${shift.correlation.toFixed(3)})`,
    metres <= BOUNDS.shiftMetres,
  ])
  log(
    `Elevation less that of the reference: median ${shift.heightMedian.toFixed(2)} m, NMAD ${shift.heightNmad.toFixed(2)} m of ${shift.cells} cells`,
  )
  if (isSurface) {
    const { whole, windows } = shift
    log(
      `Beside one plane, the whole map: NMAD ${whole.nmad.toFixed(3)} m, ${(whole.within * 100).toFixed(1)} % within 10 cm`,
    )
    for (const { nmad, within } of windows)
      log(`a window: NMAD ${nmad.toFixed(3)} m, ${(within * 100).toFixed(1)} % within 10 cm`)
    const middle = (of) => windows.map((one) => one[of]).toSorted((a, b) => a - b)[windows.length >> 1]
    results.push(
      [
        `NMAD beside a plane, m, the middle of ${windows.length} windows of 40 m`,
        middle('nmad'),
        middle('nmad') < BOUNDS.nmadMetres,
      ],
      ['within 10 cm of it, the same', middle('within'), middle('within') >= BOUNDS.within],
    )
  }
}
if (isSurface) for (const { name, says, holds } of await standing(kept)) results.push([name, says, holds])
for (const [name, value, holds] of results)
  log(`${holds ? 'holds' : 'FAILS'}  ${name}: ${typeof value === 'number' ? value.toFixed(3) : value}`)
const left = readdirSync(join(SCRATCH, 'work')).length
log(`${left === 0 ? 'holds' : 'FAILS'}  nothing is left in the folder of work`)
process.exit(left === 0 && results.every(([, , holds]) => holds) ? 0 : 1)

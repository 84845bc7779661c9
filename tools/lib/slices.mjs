// Slow slices: tests that take long by their nature (kills, restores, processes, full disks, measured pixels, GDAL, COLMAP, Firefox, R, QGIS). `npm test` runs one when
// its file, or a file that it reaches by imports or by naming a path, is not as it was when `npm run test:all` last passed it.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { ROOT } from './launch.mjs'

const SLICE = /(?<!\.heavy)\.(slow|disk|gdal|colmap|nginx|firefox|r|qgis)\.(test|spec)\.ts$/
const PASSED = join(ROOT, 'tools/tests/slices.json')
const QUOTED = /(['"`])([\w@#./-]+\.\w+)\1/g
/** What is installed, and how tests are run. */
const COMMON = ['package-lock.json', 'vitest.config.ts', 'playwright.config.ts']

/** The slices that no change has reached since they passed. */
export function unreachedSlices() {
  const passed = readPassed()
  return slices().filter((file) => passed[file] === inputsOf(file))
}

/** Keeps that these slices have passed, and forgets those that are gone. */
export function keepPassed(files) {
  const passed = readPassed()
  const kept = slices().flatMap((file) => {
    const inputs = files.includes(file) ? inputsOf(file) : passed[file]
    return inputs ? [[file, inputs]] : []
  })
  writeFileSync(PASSED, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}

export const slices = () =>
  ['src', 'e2e'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .filter((path) => SLICE.test(path))
      .map((path) => join(folder, path))
      .toSorted(),
  )

/** All files that a file reaches, itself among them. */
export function reachedBy(file) {
  const reached = new Set([file])
  for (const path of reached) for (const next of look(path).next) reached.add(next)
  return [...reached, ...COMMON]
}

const readPassed = () => (existsSync(PASSED) ? JSON.parse(readFileSync(PASSED, 'utf8')) : {})
const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16)
const inputsOf = (file) =>
  hashOf(
    reachedBy(file)
      .map((path) => `${path} ${look(path).hash}`)
      .join('\n'),
  )

const rooms = Object.entries(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).imports).map(
  ([name, path]) => [name.slice(0, -1), path.slice(0, -1)],
)
const looked = new Map()

function look(path) {
  if (!looked.has(path)) {
    const text = readFileSync(join(ROOT, path), 'utf8')
    const next = [...text.matchAll(QUOTED)].flatMap(([, , quoted]) => namedIn(path, quoted))
    looked.set(path, { hash: hashOf(text), next })
  }
  return looked.get(path)
}

/** The file, if there is one, that a quoted text in another file names. */
function namedIn(path, quoted) {
  const room = rooms.find(([name]) => quoted.startsWith(name))
  const paths = room ? [quoted.replace(...room)] : [join(dirname(path), quoted), quoted]
  return paths.map(normalize).filter(isFile).slice(0, 1)
}

const isFile = (path) =>
  !path.startsWith('..') && (statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile() ?? false)

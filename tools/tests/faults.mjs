// Injects every fault of matrix.mjs, in full, and prints the results; ends with 'N faults shown, N skipped, N failed'. A row
// without a test and without a reason fails, and so does a test that names a fault which is not in the matrix. `npm test` runs
// most of these tests too, with fewer repetitions; those that take minutes (`*.heavy.test.ts`) run here only.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureChromium } from '../lib/chromium.mjs'
import { launch, log, packageBin, ROOT } from '../lib/launch.mjs'
import { prepareSuites, run, vitestArgs } from '../lib/suites.mjs'
import { MATRIX } from './faults/matrix.mjs'
import { ANY_ID, faultFiles, idsIn } from './faults/titles.mjs'

const RESULTS = join(ROOT, '.cache/faults')
/** More than there are cores: the longest tests mostly wait. */
const WORKERS = '--maxWorkers=3'
const S3 = 'it needs the S3 server that `npm run test:s3` starts'
const DISKS = 'it needs root on Linux to mount a small disk'

/** The result of a row of the matrix. */
function judge({ id, fault, until, note: less }, tests, reasons) {
  const mine = tests.filter(({ ids }) => ids.includes(id))
  const passed = mine.filter(({ status }) => status === 'passed')
  const failed = mine.filter(({ status }) => status === 'failed')
  const shownBy = [...new Set(passed.map(({ file }) => `\`${file}\``))].join(', ')
  const why = [
    ...(passed.length > 0 ? [`${passed.length} ${passed.length === 1 ? 'test' : 'tests'}: ${shownBy}`] : []),
    ...failed.map(({ file, title }) => `${file}: ${title}`),
    ...(passed.length > 0 && less ? [less] : []),
    ...reasons,
    ...(passed.length + failed.length + reasons.length === 0
      ? [until ?? 'NO TEST SHOWS IT AND NO REASON IS GIVEN']
      : []),
  ].join('; ')
  if (failed.length > 0) return { id, fault, outcome: 'failed', why }
  if (passed.length > 0) return { id, fault, outcome: 'shown', why }
  return { id, fault, outcome: reasons.length > 0 || until ? 'skipped' : 'failed', why }
}

const skippedFor = (id, files, left) => [
  ...new Set(
    files
      .filter(({ file, ids }) => left.has(file) && ids.includes(id))
      .map(({ file }) => `not here: ${left.get(file)}`),
  ),
]

const strayIds = (tests) =>
  tests
    .filter(({ ids }) => ids.some((id) => !MATRIX.some((row) => row.id === id)))
    .map(({ file, title }) => `FAILED  '${title}' in ${file} names a fault that is not in the matrix`)

const lineOf = ({ id, fault, outcome, why }) => `${outcome.toUpperCase().padEnd(8)}${id.padEnd(4)} ${fault}: ${why}`

async function vitest(node, files) {
  const report = join(RESULTS, 'vitest.json')
  const args = [...vitestArgs(report), ...files, '-t', ANY_ID, WORKERS]
  await run(node, args, { env: { FAULTS: 'full' }, show: true })
  return read(report).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name)
    const tests = assertionResults.map(({ ancestorTitles, title, status: outcome }) =>
      named(file, [...ancestorTitles, title], outcome),
    )
    // A file that could not be run at all has no test results.
    const dead = status === 'failed' && assertionResults.every(({ status: outcome }) => outcome !== 'failed')
    return dead ? [...tests, { file, ids: faultsOf(file), title: message.split('\n')[0], status: 'failed' }] : tests
  })
}

async function browser(node, files) {
  const report = join(RESULTS, 'playwright.json')
  const args = [packageBin('@playwright/test', 'cli.js'), 'test', ...files, '--grep', ANY_ID]
  const env = { FAULTS: 'full', CHROMIUM_PATH: ensureChromium(node), PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  await run(node, args, { env, show: true })
  const walk = (suite, titles) => [
    ...(suite.specs ?? []).map(({ file, title, ok }) =>
      named(join('e2e', file), [...titles, title], ok ? 'passed' : 'failed'),
    ),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...titles, inner.title])),
  ]
  return read(report).suites.flatMap((suite) => walk(suite, []))
}

const faultsOf = (path) => faultFiles().find(({ file }) => file === path)?.ids ?? []

/** Tests that the filter excluded do not count; `skipped` and `pending` both mean that. */
const named = (file, titles, status) => ({
  file,
  ids: status === 'passed' || status === 'failed' ? idsIn(titles) : [],
  title: titles.join(' > '),
  status,
})

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))

await launch(async () => {
  const started = Date.now()
  const node = prepareSuites(RESULTS)
  const files = faultFiles()
  const of = (pattern) => files.filter(({ file }) => pattern.test(file)).map(({ file }) => file)
  const left = new Map(of(/\.s3\./).map((file) => [file, S3]))
  const tests = [
    ...(await vitest(node, of(/(?<!\.s3)\.test\.ts$/))),
    ...(await browser(node, of(/(?<!\.s3)\.spec\.ts$/))),
  ]
  const ran = new Set(tests.map(({ file }) => file))
  for (const file of of(/\.disk\.test\.ts$/)) if (!ran.has(file)) left.set(file, DISKS)

  const rows = MATRIX.map((row) => judge(row, tests, skippedFor(row.id, files, left)))
  const strays = strayIds(tests)
  for (const line of [...rows.map(lineOf), ...strays]) log(line)
  const count = (outcome) => rows.filter((row) => row.outcome === outcome).length
  const totals = { shown: count('shown'), skipped: count('skipped'), failed: count('failed') + strays.length }
  const seconds = Math.round((Date.now() - started) / 1000)
  log(`\nTook ${seconds} s`)
  log(`${totals.shown} faults shown, ${totals.skipped} skipped, ${totals.failed} failed`)
  process.exit(totals.failed === 0 ? 0 : 1)
})

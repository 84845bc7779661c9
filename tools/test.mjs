// What must hold before a change lands; ends with the line 'N passed, N failed'. Slow slices that no change has reached are left out;
// `--all` runs them, too, and keeps which passed. `npm run test:all` does that, and runs what takes longer still.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { launch, log, packageBin, ROOT } from './lib/launch.mjs'
import { keepPassed, slices, unreachedSlices } from './lib/slices.mjs'
import { prepareSuites, run, vitestArgs } from './lib/suites.mjs'

const RESULTS = join(ROOT, '.cache/results')
const PAGE_CHARACTERS_MAX = 6000
const withBrowser = !process.argv.includes('--no-browser')
const withAll = process.argv.includes('--all')

const checks = [
  ['format', '@biomejs/biome', 'bin/biome', ['ci', '--colors=off', '.']],
  ['lint', 'oxlint', 'bin/oxlint', ['--type-aware']],
  ...[
    'src/domain',
    'src/contract',
    'src/transfer',
    'src/imagery',
    'src/cli',
    'src/server',
    'src/web',
    'tsconfig.tests.json',
  ].map((room) => [
    `types of ${room}`,
    'typescript',
    'bin/tsc',
    ['-p', room, '--incremental', '--tsBuildInfoFile', `.cache/types/${room.replaceAll('/', '.')}`],
  ]),
  [
    'arrows',
    'dependency-cruiser',
    'bin/dependency-cruiser.mjs',
    ['src', 'e2e', '--config', '.dependency-cruiser.cjs', '--cache', '.cache/arrows', '--cache-strategy', 'content'],
  ],
  ['code that is not allowed', null, 'tools/checks/code.mjs', []],
  ['dead code', 'knip', 'bin/knip.js', ['--cache', '--cache-location', '.cache/knip']],
  ['paths named in docs', null, 'tools/checks/docs.mjs', []],
  ['weight of the pages', null, 'tools/checks/budget.mjs', []],
  ['coverage of the specification', null, 'tools/checks/coverage.mjs', []],
  ['files of operations', null, 'tools/checks/ops.mjs', []],
  ['licences and lock file', null, 'tools/checks/supply-chain.mjs', []],
  ['advisories', null, 'tools/checks/advisories.mjs', []],
]
/** A check that could not be made says why and exits with this. */
const SKIPPED = 75
/** Checks that run at the same time. */
const AT_ONCE = 2

await launch(async () => {
  const started = Date.now()
  const node = prepareSuites(RESULTS)
  const total = { passed: 0, failed: 0, complaints: [] }
  const notMade = []
  const unreached = withAll ? [] : unreachedSlices()
  // Installing them is mostly waiting, so it goes on beside the checks.
  const needsPrograms = slices().some((file) => /gdal|colmap|nginx|firefox/.test(file) && !unreached.includes(file))
  const programs = needsPrograms ? run(node, ['tools/lib/programs.mjs']) : Promise.resolve({ code: 0, output: '' })
  const chromium = programs.then(() => (withBrowser ? run(node, ['tools/lib/chromium.mjs']) : undefined))

  const left = [...checks]
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) await check(node, next, { total, notMade })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))

  log('')
  const code = async () => {
    const { code: ended, output } = await programs
    if (ended !== 0) notMade.push(`tests with other programs: ${output.trim().split('\n').at(-1)}`)
    await suite(total, { name: 'code', ...vitest(node, unreached) })
  }
  const browser = async () => {
    const found = await chromium
    const path = pathIn(found)
    if (path) await suite(total, { name: 'browser', ...playwright(node, path, unreached) })
    else {
      total.failed += 1
      total.complaints.push(`browser tests\n${found.output}`)
    }
  }
  // Each keeps two cores busy: side by side they would meet the product's own timeouts.
  await code()
  if (withBrowser) await browser()
  if (withAll && total.failed === 0) keepPassed(passedFiles())
  log(`\nTook ${Math.round((Date.now() - started) / 1000)} s`)
  if (unreached.length > 0)
    log(`Left out: ${unreached.length} slow slices that no change has reached since they passed`)
  for (const reason of notMade) log(`SKIPPED ${reason}`)
  for (const complaint of total.complaints) log(`\nFAILED ${complaint.slice(0, 1500)}`)
  log(`${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed === 0 ? 0 : 1)
})

function pathIn({ code, output }) {
  return code === 0 ? output.trim().split('\n').at(-1) : undefined
}

async function check(node, [name, owner, file, args], { total, notMade }) {
  const { code, output } = await run(node, [owner ? packageBin(owner, file) : String(file), ...args])
  if (code === SKIPPED) {
    notMade.push(`${String(name)}: ${output.trim()}`)
    return
  }
  log(`${code === 0 ? 'ok  ' : 'FAIL'} ${String(name)}`)
  if (code !== 0) {
    log(output)
    total.complaints.push(`${String(name)}\n${output}`)
  }
  total[code === 0 ? 'passed' : 'failed'] += 1
}

function vitest(node, unreached) {
  return {
    command: [node, ...vitestArgs(`${RESULTS}/vitest.json`)],
    env: { UNREACHED: unreached.join(' ') },
    count: () => {
      const { numPassedTests, numTotalTests, testResults } = readJson('vitest.json')
      return {
        passed: numPassedTests,
        failed: numTotalTests - numPassedTests,
        complaints: testResults.flatMap(complaintsOfFile),
      }
    },
  }
}

function playwright(node, chromium, unreached) {
  return {
    command: [node, packageBin('@playwright/test', 'cli.js'), 'test'],
    env: {
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: `${RESULTS}/playwright.json`,
      UNREACHED: unreached.join(' '),
    },
    count: () => {
      const { stats, suites } = readJson('playwright.json')
      return {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky + stats.skipped,
        complaints: suites.flatMap(complaintsOfBrowser),
      }
    },
  }
}

/** Of Vitest, and of Playwright, whose files have no outcome of their own. */
function passedFiles() {
  const code = readJson('vitest.json').testResults.filter(({ status }) => status === 'passed')
  const browser = withBrowser
    ? readJson('playwright.json').suites.filter((file) => complaintsOfBrowser(file).length === 0)
    : []
  return [...code.map(({ name }) => relative(ROOT, name)), ...browser.map(({ file }) => join('e2e', file))]
}

/** A suite that ends badly without naming a failed test counts as one failure. */
async function suite(total, { name, command: [program, ...args], env, count }) {
  const started = Date.now()
  const { code } = await run(program, args, { env, prefix: `${name.padEnd(8)} |` })
  let counted = { passed: 0, failed: 0, complaints: [] }
  try {
    counted = count()
  } catch {
    log(`${name} left no results`)
  }
  log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}, ${Math.round((Date.now() - started) / 1000)} s`)
  total.passed += counted.passed
  total.failed += counted.failed || (code === 0 ? 0 : 1)
  total.complaints.push(...counted.complaints)
  if (code !== 0 && counted.complaints.length === 0)
    total.complaints.push(`${name} ended with ${code}; see its lines above`)
}

/** What failed in one file of Vitest's report: its tests, and what failed around them, which skips them. */
function complaintsOfFile({ name, message, assertionResults }) {
  const file = relative(ROOT, name)
  const skipped = assertionResults.filter(({ status }) => status === 'skipped' || status === 'pending')
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  return [
    ...(message ? [`${file}\n${message}`] : []),
    ...(skipped.length > 0 ? [`${file}: ${skipped.length} tests skipped`] : []),
    ...failed.map(({ fullName, failureMessages }) => `${file} › ${fullName}\n${failureMessages.join('\n')}`),
  ]
}

/** What failed below one suite of Playwright's report. */
function complaintsOfBrowser({ file, specs, suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok)
  const complaints = failed.map(({ title, tests }) => {
    const results = tests.flatMap((test) => test.results)
    const errors = results.flatMap((result) => result.errors.map(({ message }) => message))
    return [`${file} › ${title}`, ...errors, ...results.flatMap(pageOf)].join('\n')
  })
  return [...complaints, ...suites.flatMap(complaintsOfBrowser)]
}

/** What the page showed when a test failed. */
function pageOf({ attachments }) {
  const pages = attachments.filter(({ name, path }) => name === 'error-context' && existsSync(path))
  return pages.map(
    ({ path }) => readFileSync(path, 'utf8').split('# Page snapshot')[1]?.slice(0, PAGE_CHARACTERS_MAX) ?? '',
  )
}

function readJson(name) {
  return JSON.parse(readFileSync(join(RESULTS, name), 'utf8'))
}

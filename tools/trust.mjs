// Writes docs/trust.md from what the commands have noted: `npm test`, `npm run faults`, `fuzz`, `crash`, `drill` and `attack` first, then
// `npm run trust`. A command that has left no note here is said not to have been run; then the exit code is 1.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { rowsOf } from './named-tests.mjs'
import { readTrustNote } from './trust-note.mjs'

const PAGE = 'docs/trust.md'

const suite = readTests()
const attack = readTrustNote('attack')
const faults = readTrustNote('faults')
const missing = new Set()

const rows = [
  row(
    ['Checklist of SECURITY.md', 'npm test'],
    suite,
    () => `${points()} points, each with what would fail if it did not hold`,
  ),
  row(['Tests in all', 'npm test'], suite, () => `${n(suite.passed)} passed, ${suite.failed} failed`),
  row(['Of these over a real PostgreSQL', 'npm test'], suite, () => `${n(suite.overPostgres)}`),
  noted(
    ['Who may call what', 'npm test'],
    'authorisation-matrix',
    (matrix) =>
      `${matrix.calls} calls x ${matrix.callers} callers x objects: ${n(matrix.cells)} cells, ${n(matrix.refused)} of them refusals that changed nothing`,
  ),
  noted(
    ['Signed links of the store', 'npm test'],
    'storage-links',
    ({ cells, refused }) => `${cells} cells, ${refused} of them refusals`,
  ),
  row(
    ['Bad input by name', 'npm test'],
    suite,
    () =>
      `${n(suite.under('http/bad-input/', 'http/envelope', 'http/broken-call', 'http/repeated-keys'))} cases with their exact answers`,
  ),
  row(
    ['Limits', 'npm test'],
    suite,
    () => `${suite.under('http/limit-calls', 'server/limits')} cases; every call has one`,
  ),
  row(
    ['Headers', 'npm test'],
    suite,
    () => `${suite.under('http/headers', 'http/violations')} cases, answers of every kind`,
  ),
  noted(
    ['Calls made from the contract', 'npm run fuzz'],
    'fuzz',
    ({ requests, accepted, refused, seed }) =>
      `${n(requests)} calls (${n(accepted)} accepted, ${n(refused)} refused), seed ${seed}, no complaint`,
  ),
  noted(
    ['Kills while archives come in', 'npm run crash'],
    'crash',
    ({ kills, requests, partsAcknowledged, seed }) =>
      `${kills} kills, ${requests} requests, ${n(partsAcknowledged)} parts acknowledged, none lost or there twice, seed ${seed}`,
  ),
  noted(['Restore drill, embedded database', 'npm run drill'], 'drill', drill),
  noted(['Restore drill, PostgreSQL', 'npm run drill'], 'drill-postgres', drill),
  row(
    ['Faults', 'npm run faults'],
    faults,
    ({ shown, skipped, failed, seconds }) => `${shown} shown, ${skipped} skipped, ${failed} failed, in ${seconds} s`,
  ),
]

writeFileSync(
  PAGE,
  `# What has been shown

Written by \`npm run trust\` from what the commands have noted; nothing here is written by hand. What shows each point of the security checklist
stands in [SECURITY.md](../SECURITY.md).

| what | how much | command | day |
|---|---|---|---|
${rows.join('\n')}

## Does the time of an answer tell who has an account?
Interleaved pairs, in random order, over HTTP, by \`npm run attack\`. A Mann-Whitney p above 0.01 and medians less than 5 ms apart count as the same.

${attack ? timings(attack) : notRun('npm run attack')}

## Faults
${faults ? matrixOf(faults) : notRun('npm run faults')}
`,
)
process.stdout.write(`${PAGE} is written${missing.size > 0 ? `; not run here: ${[...missing].join(', ')}` : ''}\n`)
process.exitCode = missing.size > 0 ? 1 : 0

function noted(what, name, tell) {
  return row(what, readTrustNote(name), tell)
}

function row([what, command], note, tell) {
  return `| ${what} | ${note ? tell(note) : notRun(command)} | \`${command}\` | ${note?.day ?? ''} |`
}

function notRun(command) {
  missing.add(command)
  return '**not run in full since the last change**'
}

function drill({ requests, objects, hashes, seconds }) {
  return `${n(requests)} requests with ${n(objects)} objects backed up and restored, ${n(hashes)} hashes compared, in ${seconds} s`
}

function timings({ comparisons }) {
  const lines = comparisons.map(
    ({ what, pairs, medians, p, answers }) =>
      `| ${what} | ${pairs} | ${medians.join(', ')} | ${p} | ${answers === 1 ? 'identical' : 'DIFFERENT'} |`,
  )
  return ['| pair | pairs | medians in ms | p | bodies |', '|---|---|---|---|---|', ...lines].join('\n')
}

function matrixOf(note) {
  const lines = note.rows.map(({ id, fault, outcome, why }) => `| ${id} | ${fault} | ${outcome} | ${why} |`)
  return ['| | fault | outcome | shown by |', '|---|---|---|---|', ...lines].join('\n')
}

function n(count) {
  return count.toLocaleString('en')
}

function points() {
  return rowsOf(readFileSync('SECURITY.md', 'utf8')).filter(([number]) => /^\d+$/.test(number)).length
}

/** What the last `npm test` has left. */
function readTests() {
  const [embedded, postgres, browser] = ['vitest', 'vitest.postgres', 'playwright'].map((name) =>
    read(`.cache/results/${name}.json`),
  )
  if (!embedded || !browser) throw new Error('npm test has left no results here: run it first')
  const { stats } = browser
  const overPostgres = postgres?.numPassedTests ?? 0
  return {
    day: new Date(embedded.startTime).toISOString().slice(0, 10),
    passed: embedded.numPassedTests + overPostgres + stats.expected,
    failed:
      embedded.numTotalTests -
      embedded.numPassedTests +
      (postgres ? postgres.numTotalTests - overPostgres : 0) +
      stats.unexpected +
      stats.flaky +
      stats.skipped,
    overPostgres,
    under: (...parts) =>
      embedded.testResults
        .filter(({ name }) => parts.some((part) => name.includes(part)))
        .reduce((sum, { assertionResults }) => sum + assertionResults.length, 0),
  }
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

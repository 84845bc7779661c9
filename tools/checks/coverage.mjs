// Every row of docs/spec-coverage.md must name a test that exists, or be in the list of what cannot be tested, with a reason.
// The tables of SECURITY.md (tools/checks/security) answer all sixty points of the checklist, each with a test, a check of `npm test`, or a page, and have a
// row for every call and every job.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { problemsOf, problemsOfList, rowsOf } from '../lib/named-tests.mjs'

const POINTS = 60
const CHECK = /^tools\/checks\/[\w-]+\.mjs$/

const problems = [...specification(), ...security(), ...useCases()]
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exit(1)
}

function specification() {
  const [proven, unreachable = ''] = readFileSync('docs/spec-coverage.md', 'utf8').split(/^## Not reachable$/m)
  return [
    ...rowsOf(proven).flatMap(([section, statement, tests]) =>
      problemsOf(tests).map((problem) => `${section}, ${statement}: ${problem}`),
    ),
    ...rowsOf(unreachable)
      .filter(([, , why]) => why.length < 20)
      .map(([section, statement]) => `${section}, ${statement}: the reason is missing`),
  ]
}

function security() {
  const checks = readFileSync('tools/test.mjs', 'utf8')
  const also = (text) => (CHECK.test(text) ? checks.includes(text) : text.endsWith('.md') && existsSync(text))
  const rows = [...dataOf('requirements'), ...dataOf('findings')]
  const missing = Array.from({ length: POINTS }, (_, at) => at + 1).filter((point) =>
    rows.every(({ number }) => number !== point),
  )
  return [
    ...missing.map((number) => `requirements.json has no row ${number}`),
    ...rows.flatMap(({ number, shownBy }) => problemsOfList(shownBy, also).map((problem) => `${number}: ${problem}`)),
  ]
}

function useCases() {
  const described = dataOf('calls-and-jobs').flatMap(({ names }) => names)
  const there = [...calls(), ...jobs()]
  return [
    ...there.filter((name) => !described.includes(name)).map((name) => `calls-and-jobs.json has no row for ${name}`),
    ...described
      .filter((name) => !there.includes(name))
      .map((name) => `calls-and-jobs.json: there is no call or job ${name}`),
  ]
}

/** A table of SECURITY.md. */
function dataOf(name) {
  return JSON.parse(readFileSync(`tools/checks/security/${name}.json`, 'utf8'))
}

/** As the routes of the features name them. */
function calls() {
  const folder = 'src/server/features'
  const routes = readdirSync(folder)
    .map((noun) => `${folder}/${noun}/routes.ts`)
    .filter(existsSync)
  return routes.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ {2}(\w+): (?:async )?\(/gm)].map(([, name]) => name),
  )
}

function jobs() {
  return [...readFileSync('src/server/jobs.ts', 'utf8').matchAll(/runs\(\w+, (\w+)\)/g)].map(([, name]) => name)
}

// Every row of docs/spec-coverage.md must name a test that exists, or be in the list of what cannot be tested, with a reason.
// SECURITY.md answers all sixty points of the checklist, each with a test, a check of `npm test`, or a page, and has a row for
// every call and every job.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { problemsOf, rowsOf } from '../lib/named-tests.mjs'

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
  const all = rowsOf(readFileSync('SECURITY.md', 'utf8'))
  const rows = all.filter(([number]) => /^\d+$/.test(number))
  const found = all.filter(([number]) => /^A\d+$/.test(number))
  const numbers = rows.map(([number]) => Number(number))
  const missing = Array.from({ length: POINTS }, (_, at) => at + 1).filter((number) => !numbers.includes(number))
  return [
    ...missing.map((number) => `SECURITY.md has no row ${number}`),
    ...rows.flatMap(([number, , , tests]) =>
      problemsOf(tests, also).map((problem) => `SECURITY.md ${number}: ${problem}`),
    ),
    ...found.flatMap(([number, , tests]) =>
      problemsOf(tests, also).map((problem) => `SECURITY.md ${number}: ${problem}`),
    ),
  ]
}

function useCases() {
  const [, table = ''] = readFileSync('SECURITY.md', 'utf8').split(/^## Every call and job$/m)
  const described = rowsOf(table.split(/^## /m, 1)[0]).flatMap(([names]) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  const there = [...calls(), ...jobs()]
  return [
    ...there.filter((name) => !described.includes(name)).map((name) => `SECURITY.md has no row for ${name}`),
    ...described.filter((name) => !there.includes(name)).map((name) => `SECURITY.md: there is no call or job ${name}`),
  ]
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

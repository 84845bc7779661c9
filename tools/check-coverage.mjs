// Every row of docs/spec-coverage.md must name a test that exists, or stand in the list of what can't be reached, with a reason.
import { existsSync, readFileSync } from 'node:fs'

const PAGE = 'docs/spec-coverage.md'
const TEST_FILE = /\.(test|spec)\.ts$/
const PROOF = /`([^>`]+) > (.+?)`(?=,|$)/g
const faults = []
const [proven, unreachable = ''] = readFileSync(PAGE, 'utf8').split(/^## Not reachable$/m)

for (const [section, statement, proofs] of rowsOf(proven)) {
  const named = [...proofs.matchAll(PROOF)]
  const rest = proofs.replace(PROOF, '').replace(/[,\s]/g, '')
  if (named.length === 0 || rest !== '') faults.push(`${section}, ${statement}: '${proofs}' names no test`)
  for (const [, file, titles] of named)
    if (!TEST_FILE.test(file) || !existsSync(file)) faults.push(`${section}, ${statement}: ${file} is no test file`)
    else if (!hasTest(file, titles.split(' > ')))
      faults.push(`${section}, ${statement}: ${file} has no test '${titles}'`)
}
for (const [section, statement, why] of rowsOf(unreachable))
  if (why.length < 20) faults.push(`${section}, ${statement}: the reason is missing`)

if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exit(1)
}

/** The cells of all rows of three cells, heads left out. */
function rowsOf(text) {
  return text
    .split('\n')
    .filter((line) => /^\|(?! section |-)/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, 4)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    )
}

/** Templates of test.each and template literals are matched as they are written; groups may stand before the title. */
function hasTest(file, titles) {
  const text = readFileSync(file, 'utf8')
  const groups = titles.slice(0, -1).every((title) => new RegExp(`describe\\(${quoted(title)}`).test(text))
  return groups && new RegExp(`(?<!describe|skip|todo|fixme)[([]\\s*${quoted(titles.at(-1))}`).test(text)
}

function quoted(title) {
  const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return `(?:'${literal}'|"${literal}"|\`${literal}\`)\\s*,`
}

// Pages that claim something name the tests that show it, as `file > group > title`. This finds those tests.
import { existsSync, readFileSync } from 'node:fs'

const TEST_FILE = /\.(test|spec)\.ts$/
const PROOF = /`([^>`]+) > (.+?)`(?=,|$)/g

/** The cells of all rows of a table, heads left out. */
export function rowsOf(text) {
  return text
    .split('\n')
    .filter((line) => /^\|(?! section |-| # )/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    )
}

/** What is wrong with a cell of tests; `also` tells what else a cell may name, by its text between backticks. */
export function faultsOf(cell, also = () => false) {
  const named = [...cell.matchAll(PROOF)]
  const others = [...cell.replace(PROOF, '').matchAll(/`([^`]+)`/g)].map(([, text]) => text)
  const rest = cell
    .replace(PROOF, '')
    .replace(/`[^`]+`/g, '')
    .replace(/[,\s]/g, '')
  if (named.length + others.length === 0 || rest !== '') return [`'${cell}' names no test`]
  return [
    ...named.flatMap(([, file, titles]) => faultOf(file, titles.split(' > '))),
    ...others.filter((text) => !also(text)).map((text) => `${text} is no test`),
  ]
}

function faultOf(file, titles) {
  if (!TEST_FILE.test(file) || !existsSync(file)) return [`${file} is no test file`]
  return hasTest(file, titles) ? [] : [`${file} has no test '${titles.join(' > ')}'`]
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

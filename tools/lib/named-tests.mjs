// Documents name the tests that prove their statements, as `file > group > title`. This finds them.
import { existsSync, readFileSync } from 'node:fs'

const TEST_FILE = /\.(test|spec)\.tsx?$/
const TEST_NAME = /`([^>`]+) > (.+?)`(?=,|$)/g

/** The cells of all rows of a table, without its head. */
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

/** The problems of a cell of tests. */
export function problemsOf(cell) {
  const named = [...cell.matchAll(TEST_NAME)].map(([, file, titles]) => `${file} > ${titles}`)
  const rest = cell.replace(TEST_NAME, '').replace(/[,\s]/g, '')
  return named.length === 0 || rest !== '' ? [`'${cell}' names no test`] : problemsOfList(named)
}

/** The problems of a list of tests; `also` accepts other texts. */
export function problemsOfList(list, also = () => false) {
  if (list.length === 0) return ['names no test']
  return list.flatMap((text) => {
    const [file, ...titles] = text.split(' > ')
    if (titles.length > 0) return problemsOfTest(file, titles)
    return also(text) ? [] : [`${text} is no test`]
  })
}

function problemsOfTest(file, titles) {
  if (!TEST_FILE.test(file) || !existsSync(file)) return [`${file} is no test file`]
  return hasTest(file, titles) ? [] : [`${file} has no test '${titles.join(' > ')}'`]
}

/** Templates of test.each and template literals are matched literally; groups may come before the title. */
function hasTest(file, titles) {
  const text = readFileSync(file, 'utf8')
  const groups = titles.slice(0, -1).every((title) => new RegExp(`describe\\(${quoted(title)}`).test(text))
  return groups && new RegExp(`(?<!describe|skip|todo|fixme)[([]\\s*${quoted(titles.at(-1))}`).test(text)
}

function quoted(title) {
  const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return `(?:'${literal}'|"${literal}"|\`${literal}\`)\\s*,`
}

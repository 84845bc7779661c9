import { expect, test } from 'vitest'
import { FormulaProblem, parseFormula } from './parse-formula.ts'

test.each([
  ['(G - R) / (G + R)', ['/', ['-', 'green', 'red'], ['+', 'green', 'red']]],
  ['2*G-R-B', ['-', ['-', ['*', 2, 'green'], 'red'], 'blue']],
  ['-R^2', ['*', -1, ['^', 'red', 2]]],
  ['2^-1^2', ['^', 2, ['*', -1, ['^', 1, 2]]]],
  ['R - -3', ['-', 'red', -3]],
  ['sqrt(abs(NIR)) + max(RE, .5e-1)', ['+', ['sqrt', ['abs', 'nir']], ['max', 'redEdge', 0.05]]],
  [' min ( red , blue ) ', ['min', 'red', 'blue']],
])('%s', (text, expression) => {
  expect(parseFormula(text)).toEqual(expression)
})

test.each([
  ['', 1, 'missing at the end'],
  ['G +', 4, 'missing at the end'],
  ['(G - R', 7, "')' is missing at the end"],
  ['G R', 3, "'R' can't stand here"],
  ['G + ; R', 5, "';' can't be part of a formula"],
  ['g - r', 1, 'write G for the band'],
  ['alert(1)', 1, 'no band and no function'],
  ['constructor', 1, 'no band and no function'],
  ['min(R)', 6, "',' is missing before ')'"],
  ['1e999', 1, 'too large'],
  ['R /* G', 4, "'*' can't stand here"],
  ['R'.repeat(501), 501, 'at most 500 characters'],
  ['('.repeat(100), 41, 'more than 40 levels'],
  ['-'.repeat(100), 40, 'more than 40 signs'],
])('%s says what is wrong, and where', (text, position, words) => {
  let problem: unknown
  try {
    parseFormula(text)
  } catch (error) {
    problem = error
  }
  expect(problem).toBeInstanceOf(FormulaProblem)
  expect(problem).toMatchObject({ position, message: expect.stringContaining(words) })
})

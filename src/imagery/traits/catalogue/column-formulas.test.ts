import { expect, test } from 'vitest'
import { columnVariable, computeColumn, readColumnFormula } from './column-formulas.ts'

const CELLS: Readonly<Record<string, readonly (number | string | null)[]>> = {
  '[canopyCover 2018-08-15]': [50, 80, null, 10, 20],
  '[Yield]': [2, 0, 4, 'lodged', -5],
  '[Row]': ['1', '2', '3', ' ', '5'],
  '[5]': [1, 1, 1, 1, 1],
  '[Yield [kg]]]': [1, 2, 3, 4, 5],
}

function compute(text: string) {
  const formula = readColumnFormula(text)
  if (typeof formula === 'string') throw new Error(formula)
  return computeColumn(formula, (column) => CELLS[column] ?? [], 5)
}

test.each([
  ['[canopyCover 2018-08-15] / [Yield]', [25, null, null, null, -4]],
  ['[ Yield ] ^ 0', [1, 1, 1, null, 1]],
  ['sqrt([Yield])', [Math.SQRT2, 0, 2, null, null]],
  ['max([Row], 2) + [5] * 5', [7, 7, 8, null, 10]],
  ['[Yield [kg]]] - 5', [-4, -3, -2, -1, 0]],
  ['10 ^ 400 * [5]', [null, null, null, null, null]],
])('%s has a value where all its columns have numbers, and the result is one', (text, values) => {
  expect(compute(text)).toEqual(values)
})

test.each([
  ['Yield / 2', "'Yield' is no function; write columns in brackets, such as [Yield]"],
  ['[Yield', "']' is missing after the name of a column"],
  ['[]', "']' is missing after the name of a column"],
  ['[a] [b]', "'[b]' can't stand here"],
  ['2 + 2', 'It needs a column in brackets, such as [Yield]'],
  ['G / [Yield]', "'G' is no function"],
  [Array.from({ length: 11 }, (_, at) => `[c${at}]`).join('+'), 'A formula reads at most 10 columns'],
  [`[${'a'.repeat(500)}]`, 'a formula has at most 500 characters'],
])('%s says what is wrong', (text, words) => {
  expect(readColumnFormula(text)).toEqual(expect.stringContaining(words))
})

test('any name can stand in a formula', () => {
  expect(readColumnFormula(`${columnVariable('Yield [kg] ]')} * 2`)).toMatchObject({
    columns: [columnVariable('Yield [kg] ]')],
  })
})

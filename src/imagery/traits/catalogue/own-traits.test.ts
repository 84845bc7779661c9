import { expect, test } from 'vitest'
import { computedTrait, describeTrait, formulaProblemOf, idProblem } from './own-traits.ts'
import { compile } from './program.ts'

test.each([
  ['MyIndex', 'no problem'],
  ['ndvi', 'ndvi is taken'],
  ['NDVI', 'NDVI is taken'],
  ['CanopyShade', 'Names that begin with canopy'],
  ['genotype', 'genotype is taken'],
  ['2G', 'A letter, then'],
  ['my-index', 'A letter, then'],
  ['x'.repeat(31), 'At most 30'],
])('the id %s', (id, problem) => {
  expect(idProblem(id) ?? 'no problem').toContain(problem)
})

test.each([
  ['(G - R) / (G + R)', 'no problem'],
  ['2 * 3', 'It needs a band'],
  ['G +', 'At character 4'],
  ['process.exit(1)', "can't be part of a formula"],
])('the formula %s', (text, problem) => {
  expect(formulaProblemOf(text) ?? 'no problem').toContain(problem)
})

test('a formula computes with the numbers of the map, and has no value where a divisor is nearly zero', () => {
  const { expression, needs, presupposes } = computedTrait({ trait: 'A', name: 'A', formula: 'R / B', unit: '1' })
  const out = new Float64Array(2)
  compile([expression]).run([Float64Array.of(200, 200), Float64Array.of(50, 0)], [out])
  expect([...out]).toEqual([4, Number.NaN])
  expect([needs, presupposes]).toEqual([['red', 'blue'], 'any'])
})

test('what a trait is comes from the formula with which it was measured', () => {
  const own = [{ trait: 'Lean', name: 'Leaning', formula: 'G - R', unit: '1' }]
  expect(describeTrait('Lean', own)).toMatchObject({ name: 'Leaning', formula: 'G - R' })
  expect(describeTrait('NDVI', own)).toMatchObject({ formula: '(N − R) / (N + R)', reference: 'Rouse 1974' })
  expect(describeTrait('canopyCover', own)).toMatchObject({ name: 'Canopy cover', formula: null })
})

import { expect, test } from 'vitest'
import type { CheckId, CheckSeverity } from '#domain/flights.ts'
import { expectationsOf } from './expectations.ts'

const found = (id: CheckId, severity: CheckSeverity) => ({ id, severity, message: '', photos: [] })
const outputs = ['orthomosaic', 'heatMaps', '3dModel'] as const

test('each output has the worst of what concerns it', () => {
  const checks = [
    found('overlap', 'stop'),
    found('exposure', 'warn'),
    found('nadir', 'warn'),
    found('edited', 'inform'),
  ]
  const expected = expectationsOf(outputs, checks)
  expect(expected.map(({ output, worst }) => `${output}: ${worst}`)).toEqual([
    'orthomosaic: stop',
    'heatMaps: stop',
    '3dModel: stop',
  ])
  // The light matters for colours, and oblique photos help a model.
  expect(expected.map(({ because }) => because.map(({ id }) => id))).toEqual([
    ['overlap', 'nadir'],
    ['overlap', 'exposure', 'nadir'],
    ['overlap'],
  ])
})

test('what is only good to know makes no output worse', () => {
  expect(expectationsOf(['orthomosaic'], [found('altitudes', 'inform')])).toEqual([
    { output: 'orthomosaic', worst: null, because: [] },
  ])
})

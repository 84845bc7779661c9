import { expect, test } from 'vitest'
import { splitFlags } from './common-flags.ts'

test('a warning of more than half of the plots is said once, and the others stay with their plots', () => {
  const flags = Array.from({ length: 40 }, (_, at) => [
    ...(at < 33 ? ['MASK_UNSTABLE'] : []),
    ...(at === 5 ? ['SHADOW'] : []),
  ])
  const split = splitFlags(flags)
  expect(split.commonFlags).toEqual([{ flag: 'MASK_UNSTABLE', plots: 33 }])
  expect(split.flags.flat()).toEqual(['SHADOW'])
  expect(split.flags[5]).toEqual(['SHADOW'])
})

test('half of the plots, or few plots, keep their warnings', () => {
  const half = Array.from({ length: 40 }, (_, at) => (at < 20 ? ['SHADOW'] : []))
  expect(splitFlags(half)).toEqual({ flags: half, commonFlags: [] })
  const few = Array.from({ length: 9 }, () => ['SHADOW'])
  expect(splitFlags(few)).toEqual({ flags: few, commonFlags: [] })
})

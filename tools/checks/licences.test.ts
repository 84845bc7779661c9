import { expect, test } from 'vitest'
// @ts-expect-error The tools have no types.
import { isAllowedLicence } from './licences.mjs'

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND Apache-2.0', true],
  ['MIT AND (ISC OR GPL-3.0-only)', true],
  ['MIT AND GPL-3.0', false],
  ['(MIT OR ISC) AND GPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['Apache-2.0 WITH Classpath-exception-2.0', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['not stated', false],
])('%s may ship: %s', (expression, allowed) => {
  expect(isAllowedLicence(expression)).toBe(allowed)
})

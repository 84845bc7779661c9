import { expect, test } from 'vitest'
import { nearInfraredText } from './near-infrared-text.ts'

const flight = (moment: string, looksNearInfrared = true) => ({ moment, orthomosaic: { looksNearInfrared } })

test('flights whose plants look red are named where traits are chosen', () => {
  expect(nearInfraredText([flight('2026-06-01', false)])).toBeUndefined()
  expect(nearInfraredText([flight('2026-06-01'), flight('2026-07-01', false)])).toBe(
    'Plants look red or purple on the map of 1 Jun 2026, as from a camera that was converted to near infrared. RGB indices and cover will be wrong there.',
  )
  expect(nearInfraredText([flight('2026-06-01'), flight('2026-07-01')])).toMatch(/on the map of all flights/)
})

import { expect, test } from 'vitest'
import { accuracyNote, accuracyText, CELL_PIXELS } from './processing.ts'

const accuracy = { noiseCm: 1.44, level: 'gps' as const, tiltPercent: 0.204, bowCm: null }

test('what our engine made says how exact its places are, by the positions of the photos', () => {
  const surface = { engine: 'preview', options: { [CELL_PIXELS]: 2 } }
  expect(accuracyNote({ engine: 'preview', options: {}, accuracy: null })).toBe('Preview, GPS accuracy')
  expect(accuracyNote({ ...surface, accuracy })).toBe('Surface, GPS accuracy')
  expect(accuracyNote({ ...surface, accuracy: { ...accuracy, level: 'rtk' } })).toBe('Surface, RTK accuracy')
  expect(accuracyNote({ engine: 'farm', options: {}, accuracy: null })).toBeNull()
})

test('of a surface, what is known of its errors is said, and nothing of what is not', () => {
  expect(accuracyText(accuracy)).toBe('noise of a height 1.4 cm, tilt up to 0.20 %, positions without corrections')
})

import { expect, test } from 'vitest'
import { clipNames } from './clip-names.ts'

const DATE = '2026-07-01'

test('pictures are named after their plots, in ways that no system takes for a path, a device or the same file', () => {
  const ids = ['101', '../x', 'a/b', 'a\\b', 'A:B', 'CON', 'nul.txt', '...', '-rf', 'Süd 1', '<b>', '\u0000']
  expect(clipNames(ids, DATE)).toEqual([
    `101_${DATE}`,
    `x_${DATE}`,
    `a_b_${DATE}`,
    `a_b_${DATE}_2`,
    `A_B_${DATE}_3`,
    `CON_${DATE}`,
    `nul_txt_${DATE}`,
    `plot_${DATE}`,
    `rf_${DATE}`,
    `Süd_1_${DATE}`,
    `b__${DATE}`,
    `plot_${DATE}_2`,
  ])
})

test('a name that was made unlike another one is still unlike a third, and long ones are cut', () => {
  expect(new Set(clipNames([`a_${DATE}_2`, 'a', 'a/', 'a'], '2026')).size).toBe(4)
  expect(clipNames(['x'.repeat(500)], DATE)[0]).toHaveLength(91)
})

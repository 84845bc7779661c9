import { describe, expect, it } from 'vitest'
import { rowAfterKey } from './row-navigation.ts'

describe('arrow keys in a table', () => {
  it('move from row to row and stop at both ends', () => {
    expect(rowAfterKey('ArrowDown', 0, 3)).toBe(1)
    expect(rowAfterKey('ArrowDown', 2, 3)).toBe(2)
    expect(rowAfterKey('ArrowUp', 2, 3)).toBe(1)
    expect(rowAfterKey('ArrowUp', 0, 3)).toBe(0)
    expect(rowAfterKey('End', 0, 3)).toBe(2)
    expect(rowAfterKey('Home', 2, 3)).toBe(0)
  })

  it('do nothing outside the rows', () => {
    expect(rowAfterKey('Tab', 0, 3)).toBeUndefined()
    expect(rowAfterKey('ArrowDown', -1, 3)).toBeUndefined()
  })
})

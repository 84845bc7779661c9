import { act, renderHook } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ROW_PIXELS, useVisibleRows } from './use-visible-rows.ts'

test('the rows that a box shows are drawn, also when it grows without being scrolled', () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  let tell: ((height: number) => void) | undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: (entries: { contentRect: { width: number; height: number } }[]) => void) {
        tell = (height) => told([{ contentRect: { width: 300, height } }])
      }
      observe() {}
      disconnect() {}
    },
  )
  const { result } = renderHook(() => useVisibleRows(2000))
  act(() => void result.current.box(document.createElement('section')))
  for (const rows of [8, 40, 5]) {
    act(() => tell?.(rows * ROW_PIXELS))
    const { first, end, above, below } = result.current
    expect([first, above]).toEqual([0, 0])
    expect(end).toBeGreaterThanOrEqual(rows)
    expect(end).toBeLessThan(rows + 10)
    expect(below).toBe((2000 - end) * ROW_PIXELS)
  }
})

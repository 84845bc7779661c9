import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSameItems } from './use-same-items.ts'

test('a list stays the same one until one of its items changes, comes or goes', () => {
  const [one, two, three] = [{}, {}, {}]
  const { result, rerender } = renderHook(({ items }) => useSameItems(items), { initialProps: { items: [one, two] } })
  const first = result.current
  rerender({ items: [one, two] })
  expect(result.current).toBe(first)
  for (const items of [[one, three], [one], [one, two, three], []]) {
    rerender({ items })
    expect(result.current).toEqual(items)
    expect(result.current).toBe(items)
  }
})

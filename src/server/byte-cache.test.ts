import { expect, test } from 'vitest'
import { createByteCache } from './byte-cache.ts'

const bytes = (length: number) => new Uint8Array(length)

test('what was asked for longest ago goes first, and no more is kept than allowed', () => {
  const cache = createByteCache(100)
  cache.set('a', bytes(40))
  cache.set('b', bytes(40))
  cache.get('a')
  cache.set('c', bytes(40))
  expect(['a', 'b', 'c'].map((key) => cache.get(key)?.length)).toEqual([40, undefined, 40])
  expect(cache.bytes()).toBe(80)
})

test('the same again counts once, and what is larger than all of it is not kept', () => {
  const cache = createByteCache(100)
  cache.set('a', bytes(40))
  cache.set('a', bytes(50))
  cache.set('b', bytes(101))
  expect([cache.bytes(), cache.get('b')]).toEqual([50, undefined])
})

import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

test('who stops waiting lets the next one in, and loses no place', async () => {
  const slots = createSlots(1)
  const release = await slots.take()
  const gone = new AbortController()
  const first = slots.take(gone.signal)
  const second = slots.take()
  gone.abort(new Error('Stopped'))
  await expect(first).rejects.toThrow('Stopped')
  release()
  ;(await second)()
  expect([slots.taken(), slots.waiting()]).toEqual([0, 0])
  await expect(slots.take(gone.signal)).rejects.toThrow('Stopped')
})

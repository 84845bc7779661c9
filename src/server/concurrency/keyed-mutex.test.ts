import { expect, test } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

const nothing = async () => undefined

test('tasks with the same key run in order, beside those with other keys, also after a failure', async () => {
  const runExclusive = createKeyedMutex()
  const done: string[] = []
  const note = (what: string) => async () => void done.push(what)
  const first = Promise.withResolvers<void>()
  const one = runExclusive('a', () => first.promise.then(note('a1')))
  const failing = runExclusive('a', () => Promise.reject(new Error('a2')))
  const three = runExclusive('a', note('a3'))
  await runExclusive('b', note('b1'))
  expect(done).toEqual(['b1'])
  first.resolve()
  await Promise.all([one, expect(failing).rejects.toThrow('a2'), three])
  expect(done).toEqual(['b1', 'a1', 'a3'])
})

test('a limited number of tasks per key may wait, and no more until one is done', async () => {
  const runExclusive = createKeyedMutex({ max: 2, beyond: () => new Error('too many') })
  const first = Promise.withResolvers<void>()
  const let1 = runExclusive('a', () => first.promise)
  const let2 = runExclusive('a', nothing)
  await expect(runExclusive('a', nothing)).rejects.toThrow('too many')
  await runExclusive('b', nothing)
  first.resolve()
  await Promise.all([let1, let2])
  await runExclusive('a', nothing)
})

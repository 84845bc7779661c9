import { expect, test } from 'vitest'
import { createLongAnswers } from './long-answers.ts'

test('an account has two at once, others wait in their order, and another account waits for none of them', async () => {
  const take = createLongAnswers()
  const begun: string[] = []
  const start = async (account: string, name: string) => {
    const release = await take(account)
    begun.push(name)
    return release
  }
  const [first, second] = [await start('ann', 'one'), await start('ann', 'two')]
  const others = ['three', 'four'].map((name) => start('ann', name))
  await start('bob', 'another')
  expect(begun).toEqual(['one', 'two', 'another'])
  second()
  const third = await others[0]
  expect(begun.at(-1)).toBe('three')
  first()
  third?.()
  ;(await others[1])?.()
  expect(begun).toEqual(['one', 'two', 'another', 'three', 'four'])
  // All places are free again.
  await Promise.all([start('ann', 'five'), start('ann', 'six')])
})

test('more than thirty do not wait', async () => {
  const take = createLongAnswers()
  await Promise.all([take('ann'), take('ann')])
  for (let waiting = 0; waiting < 30; waiting += 1) void take('ann')
  await expect(take('ann')).rejects.toThrow('loading too much at once')
  await take('bob')
})

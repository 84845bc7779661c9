import { expect, it } from 'vitest'
import { minutes } from '#domain/units.ts'
import { createUserActivity } from './user-activity.ts'

it('a person counts as active for half an hour after each input', () => {
  let at = 0
  const activity = createUserActivity(() => at)
  expect(activity.isActive()).toBe(true)
  at = minutes(29)
  activity.record()
  at = minutes(58)
  expect(activity.isActive()).toBe(true)
  at = minutes(59)
  expect(activity.isActive()).toBe(false)
})

it('activity is broadcast to other tabs at most once a minute, and counts there', () => {
  let at = minutes(100)
  const [mine, other] = [createUserActivity(() => at), createUserActivity(() => at)]
  let broadcasts = 0
  mine.broadcastWith(() => {
    broadcasts += 1
    other.recordFromOtherTab()
  })
  for (const minute of [140, 140.2, 140.9, 141.1]) {
    at = minutes(minute)
    mine.record()
  }
  expect(broadcasts).toBe(2)
  at = minutes(171)
  expect(other.isActive()).toBe(true)
})

import { expect, it } from 'vitest'
import { minutes } from '#domain/units.ts'
import { createAttendance } from './attendance.ts'

it('somebody is there for half an hour after each sign of him', () => {
  let at = 0
  const attendance = createAttendance(() => at)
  expect(attendance.isThere()).toBe(true)
  at = minutes(29)
  attendance.note()
  at = minutes(58)
  expect(attendance.isThere()).toBe(true)
  at = minutes(59)
  expect(attendance.isThere()).toBe(false)
})

it('other tabs are told, once a minute at most, and what they hear counts', () => {
  let at = minutes(100)
  const [mine, other] = [createAttendance(() => at), createAttendance(() => at)]
  let told = 0
  mine.tellBy(() => {
    told += 1
    other.hear()
  })
  for (const minute of [140, 140.2, 140.9, 141.1]) {
    at = minutes(minute)
    mine.note()
  }
  expect(told).toBe(2)
  at = minutes(171)
  expect(other.isThere()).toBe(true)
})

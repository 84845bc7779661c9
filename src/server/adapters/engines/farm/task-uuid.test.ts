import { expect, test } from 'vitest'
import { taskUuid } from './task-uuid.ts'

test('a task has the same id each time, another one for each attempt and begin, of a version that nodes take', () => {
  const ids = [1, 2, 3].flatMap((attempt) => [1, 2, 3].map((begin) => taskUuid({ runId: 'r', attempt, begin })))
  expect(new Set(ids).size).toBe(9)
  expect(taskUuid({ runId: 'r', attempt: 1, begin: 1 })).toBe(ids[0])
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-7][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

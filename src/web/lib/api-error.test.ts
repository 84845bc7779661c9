import { expect, test } from 'vitest'
import { ApiError, messageOr, NO_RESPONSE, problemOf, UNEXPECTED } from './api-error.ts'

test.each<[string, unknown, string]>([
  ['no response', new ApiError(0), NO_RESPONSE],
  ['an empty message', new ApiError(400, ''), UNEXPECTED],
  ['an answer that is none of ours', new ApiError(502, undefined, { requestId: 'r-1' }), `${UNEXPECTED} (request r-1)`],
  ['a message of the server', new ApiError(409, 'This trial has no plots'), 'This trial has no plots'],
  ['a failure of the server', new ApiError(500, 'Out of order', { requestId: 'r-2' }), 'Out of order (request r-2)'],
  [
    'a wrong field',
    new ApiError(400, 'Check your input', { errors: [{ field: 'name', message: 'Give it a name' }] }),
    'Give it a name',
  ],
  ['an error that is no call', new TypeError(''), UNEXPECTED],
])('of %s a person is told something', (_, error, text) => {
  expect(problemOf(error)).toBe(text)
})

test('a fixed text stands for what the server did not say, and only for that', () => {
  for (const error of [new ApiError(0), new ApiError(400, ''), new ApiError(502), new TypeError('boom')])
    expect(messageOr(error, 'It could not be saved')).toBe('It could not be saved')
  expect(messageOr(new ApiError(409, 'Someone else changed it'), 'It could not be saved')).toBe(
    'Someone else changed it',
  )
})

import type { Handlers } from '../../handler.ts'
import { listLostLetters } from './list-lost-letters.ts'
import { retryLetter } from './retry-letter.ts'

export const letterHandlers = {
  listLostLetters: ({ deps, query }) => listLostLetters(deps, query),
  retryLetter: ({ deps, caller, body }) => retryLetter(deps, caller, body),
} satisfies Partial<Handlers>

/** Fields of answers that name a person. */
const OF_PEOPLE = new Set(['author', 'by', 'customer', 'email', 'fullName', 'reviewedBy', 'updatedBy', 'userId'])

/** An answer for a visitor with a link: the same, without the names, addresses and ids of people. */
export function withoutPeople<Answer>(answer: Answer): Answer
export function withoutPeople(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((item) => withoutPeople<unknown>(item))
  if (typeof answer !== 'object' || answer === null) return answer
  const shown = Object.entries(answer).map(([key, value]) => [
    key,
    OF_PEOPLE.has(key) ? hidden(value) : withoutPeople<unknown>(value),
  ])
  return Object.fromEntries(shown)
}

/** So that the answer keeps its shape. */
const hidden = (value: unknown): unknown => {
  if (typeof value === 'string') return ''
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hidden(inner)]))
}

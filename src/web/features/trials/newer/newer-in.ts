import { useState } from 'react'
import { type NewerChange, newerChange } from '#contract/newer.ts'
import { ApiError } from '#web/lib/api.ts'

/** What another person has changed since, where a call was refused for it. */
export const newerIn = (error: unknown): NewerChange | undefined =>
  error instanceof ApiError && error.status === 409 ? newerChange.safeParse(error.data).data : undefined

/** `seen` is as it was when the dialog opened: what is behind it may be loaded again. */
export function useNewer<Seen>(first: Seen, error: unknown): { seen: Seen; newer: NewerChange | undefined } {
  const [seen] = useState(first)
  return { seen, newer: newerIn(error) }
}

// What a run must know after a restart: where its task is.
import { z } from 'zod'

const place = z.object({ url: z.string().max(2000), uuid: z.uuid() })
const remembered = z.object({
  /** How many tasks were begun for this attempt, with this one. */
  begin: z.number().int().min(0).max(1000),
  place: place.nullable(),
  /** Of the task's log, so many lines were passed on. */
  lines: z.number().int().min(0),
  /** Tasks that were left on nodes which did not answer. */
  left: z.array(place).max(100),
})

export type Remembered = z.infer<typeof remembered>

export const NOTHING: Remembered = { begin: 0, place: null, lines: 0, left: [] }

export const write = (what: Remembered): string => JSON.stringify(what)

export function recall(text: string | null): Remembered {
  if (text === null) return NOTHING
  try {
    return remembered.parse(JSON.parse(text))
  } catch {
    return NOTHING
  }
}

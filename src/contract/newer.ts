import { z } from 'zod'
import { timestamp } from './endpoint.ts'

const value = z.nullable(z.union([z.string(), z.number()]))

/** `data` of a 409: what another person changed since it was seen. Nothing was saved. */
export const newerChange = z.object({
  by: z.string(),
  changedTime: timestamp,
  /** To be sent as seen, to save the own change nevertheless. */
  version: z.int().optional(),
  differences: z.array(z.object({ what: z.string(), theirs: value, yours: value })),
})
export type NewerChange = z.infer<typeof newerChange>

import { createHash } from 'node:crypto'
import type { TrialMap } from '../flights/maps-of-customer.ts'

/** A hash of a map and of what is known of it: a place that is stated otherwise moves all of it. Null of one that can't be used. */
export function hashOfMap(map: Pick<TrialMap, 'sha256' | 'facts'> | undefined): string | null {
  const { sha256 = null, facts = null } = map ?? {}
  if (sha256 === null || !facts?.crs || !facts.transform) return null
  const known = [sha256, facts.crs, facts.transform, facts.bands.map(({ name, role }) => ({ name, role }))]
  return createHash('sha256').update(JSON.stringify(known)).digest('hex')
}

import type { FlightItem } from '#contract/trials.ts'
import { dateText } from '#domain/dates.ts'
import type { Shift } from '#domain/shifts.ts'
import type { AppliedShift, Database, TrialFlight } from '../../../adapters/db/schema.ts'
import { CantBeDone } from '../../../adapters/queue/queue.ts'
import type { TrialMap } from '../flights/maps-of-customer.ts'
import { hashOfMap } from './hash-of-map.ts'

/** By how much the plots of a flight are moved; null for not at all. @throws CantBeDone when its map has changed since */
export async function loadAppliedShift(
  db: Database,
  { id, moment }: TrialFlight,
  orthomosaic: Pick<TrialMap, 'sha256' | 'facts'>,
): Promise<Shift | null> {
  const applied = await db.selectFrom('appliedShifts').selectAll().where('flightId', '=', id).executeTakeFirst()
  if (!applied) return null
  if (applied.flightMap !== hashOfMap(orthomosaic))
    throw new CantBeDone(
      `The shift of the flight on ${dateText(moment)} was measured before its map changed. Measure shifts again and apply it, or take it back.`,
    )
  const { eastMetres, northMetres } = applied
  return { eastMetres, northMetres }
}

/** Those of a trial, by flight. */
export async function listAppliedShifts(
  db: Database,
  flights: readonly TrialFlight[],
): Promise<ReadonlyMap<string, AppliedShift>> {
  const ids = flights.map(({ id }) => id)
  const rows =
    ids.length === 0 ? [] : await db.selectFrom('appliedShifts').selectAll().where('flightId', 'in', ids).execute()
  return new Map(rows.map((row) => [row.flightId, row]))
}

export const presentAppliedShift = (
  { eastMetres, northMetres, flightMap }: AppliedShift,
  map: TrialMap | undefined,
): NonNullable<FlightItem['shift']> => ({ eastMetres, northMetres, isStale: flightMap !== hashOfMap(map) })

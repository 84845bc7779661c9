import { BYTE_ORDER_MARK, type CsvColumn, csvLine } from '#domain/csv.ts'
import { FLIGHT_PHOTO_COLUMNS } from '#domain/flight-photo-columns.ts'
import type { FlightCheck, FlightPhoto } from '#domain/flights.ts'

/** Findings of each photo, by its name. */
export function findingsByPhoto(checks: readonly FlightCheck[]): Map<string, FlightCheck[]> {
  const found = new Map<string, FlightCheck[]>()
  for (const check of checks) for (const name of check.photos) found.set(name, [...(found.get(name) ?? []), check])
  return found
}

/** All that is known of photos, as CSV. */
export function photosCsv(photos: readonly FlightPhoto[], checks: readonly FlightCheck[]): string {
  const found = findingsByPhoto(checks)
  const columns: CsvColumn<FlightPhoto>[] = [
    ...FLIGHT_PHOTO_COLUMNS,
    ['findings', ({ name }) => (found.get(name) ?? []).map(({ id }) => id).join(' ')],
  ]
  const lines = photos.map((photo) => csvLine(columns.map(([, cell]) => cell(photo))))
  return BYTE_ORDER_MARK + csvLine(columns.map(([title]) => title)) + lines.join('')
}

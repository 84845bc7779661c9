import type { ColumnType } from 'kysely'
import type { Acknowledgement, Flight, FlightAnswers, FlightVerdict } from '#domain/flights.ts'

/** What the photos of an archive say. */
export type FlightsTable = {
  fileId: string
  /** The version of what looked at it. */
  maker: number
  /** Why the archive says nothing. */
  reason: string | null
  flight: ColumnType<Flight | null, string | null, string | null>
  /** What people had said of it then. */
  answers: ColumnType<FlightAnswers | null, string | null | undefined, string | null>
  /** Packed rows of all photos. */
  photos: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  acknowledged: ColumnType<Acknowledgement[], string | undefined, string>
  /** Null when it says nothing, or was looked at before there was a verdict. */
  open: ColumnType<number | null, number | null | undefined>
  worst: ColumnType<FlightVerdict['worst'], FlightVerdict['worst'] | undefined>
  /** Degrees. The smallest box around its photos, and the convex outline of them. */
  west: ColumnType<number | null, number | null | undefined>
  south: ColumnType<number | null, number | null | undefined>
  east: ColumnType<number | null, number | null | undefined>
  north: ColumnType<number | null, number | null | undefined>
  hull: ColumnType<[lon: number, lat: number][] | null, string | null | undefined, string | null>
  /** When its customer was written to about what was found. */
  toldAt: ColumnType<Date | null, undefined, Date>
}

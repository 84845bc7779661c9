import type { FlightMethod } from '#domain/flight-method.ts'
import { daysAfterPlanting } from '#domain/trials.ts'
import { type Flag, isCoarse, toBits } from '#imagery/traits/measure/flags.ts'
import { hasClearRows } from '#imagery/traits/measure/grid-fit.ts'

export const FLIGHT_FLAGS: readonly Flag[] = ['GRID_MISFIT', 'GSD_COARSE']

export type MethodOfFlight = { flightId: string; takenOn: string; method: FlightMethod }

/**
 * What shows in the methods of all flights: plants beside the plot, on the flight with the clearest rows, and pixels that are too
 * coarse for cover. @returns the bits of a trait on a flight, for a plot
 */
export function flightFlags(
  flights: readonly MethodOfFlight[],
  plantingDate: string | null,
): (flightId: string, trait: string) => (plot: number) => number {
  const clearest = flights.reduce<MethodOfFlight | undefined>(
    (best, one) => (contrastOf(one) > contrastOf(best) ? one : best),
    undefined,
  )
  const grid = clearest?.method.grid
  const isMisfit = grid && hasClearRows(grid) ? unpackBits(grid.misfits) : () => false
  const coarse = new Set(
    flights
      .filter(({ takenOn, method: { gsdCm } }) =>
        isCoarse({ gsdCm, daysAfterPlanting: daysAfterPlanting(takenOn, plantingDate) }),
      )
      .map(({ flightId }) => flightId),
  )
  return (flightId, trait) => {
    const ofFlight = toBits(trait === 'canopyCover' && coarse.has(flightId) ? ['GSD_COARSE'] : [])
    const misfit = toBits(['GRID_MISFIT'])
    const isClearest = flightId === clearest?.flightId
    return (plot) => ofFlight | (isClearest && isMisfit(plot) ? misfit : 0)
  }
}

const contrastOf = (flight: MethodOfFlight | undefined): number => flight?.method.grid?.contrast ?? 0

/** A bit for each, in base64. */
export function packBits(values: readonly boolean[]): string {
  const bytes = new Uint8Array(Math.ceil(values.length / 8))
  for (const [at, value] of values.entries()) if (value) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at & 7))
  return Buffer.from(bytes).toString('base64')
}

function unpackBits(packed: string): (at: number) => boolean {
  const bytes = Buffer.from(packed, 'base64')
  return (at) => (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) === 1
}

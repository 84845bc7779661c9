import type { MapSuggestion } from '#contract/trials.ts'

type Offered = Pick<MapSuggestion, 'kind' | 'isElevationOfFlight' | 'isOnlyGround'>

/** What may be the bare ground of a flight, and which of it may be its elevation. */
export function elevationOffered<M extends Offered>(maps: readonly M[]): { grounds: M[]; elevations: M[] } {
  const grounds = maps.filter(({ kind }) => kind === 'elevation')
  return {
    grounds,
    elevations: grounds.filter(({ isElevationOfFlight, isOnlyGround }) => !isElevationOfFlight && !isOnlyGround),
  }
}

import type { BodyIn } from '#contract/api.ts'
import type { MapSuggestion } from '#contract/trial-flights.ts'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { truncateMiddle } from '#domain/file-names.ts'
import { overlap } from '#domain/trials.ts'

/** A flight that can be added: the photos of a day, and the elevation of that day. */
export type FlightDraft = {
  /** Of its first photo. */
  id: string
  photos: readonly [MapSuggestion, ...MapSuggestion[]]
  takenOn: string
  /** Empty where it is not known. */
  takenAt: string
  elevationId: string
  isChosen: boolean
}

type Offered = Pick<MapSuggestion, 'kind' | 'isElevationOfFlight' | 'isOnlyGround'>

/** What may be the bare ground of a flight, and which of it may be its elevation. */
export function elevationOffered<M extends Offered>(maps: readonly M[]): { grounds: M[]; elevations: M[] } {
  const grounds = maps.filter(({ kind }) => kind === 'elevation')
  return {
    grounds,
    elevations: grounds.filter(({ isElevationOfFlight, isOnlyGround }) => !isElevationOfFlight && !isOnlyGround),
  }
}

export const NO_MAP = { value: '', label: 'None' }

export const mapOption = ({ mapId, fileName, takenOn }: Pick<MapSuggestion, 'mapId' | 'fileName' | 'takenOn'>) => ({
  value: mapId,
  label: [truncateMiddle(displayName(fileName)), takenOn && dateText(takenOn)].filter(Boolean).join(', '),
})

/**
 * Maps of one day are one flight, where they are photos of different kinds. What lies on the plots and has a free day is
 * chosen; before there are plots or flights, what lies where most of the maps lie.
 */
export function draftsOf(maps: readonly MapSuggestion[], flownOn: readonly string[]): FlightDraft[] {
  const { elevations } = elevationOffered(maps)
  const groups: [MapSuggestion, ...MapSuggestion[]][] = []
  for (const map of maps) {
    if (map.photoKind === null) continue
    const same = groups.find(
      ([first, ...others]) =>
        map.takenOn !== null &&
        first.takenOn === map.takenOn &&
        [first, ...others].every(({ photoKind }) => photoKind !== map.photoKind),
    )
    if (same) same.push(map)
    else groups.push([map])
  }
  const taken = new Set(flownOn)
  const beside = (one: MapSuggestion) => groups.filter(([other]) => overlap(one.bounds, other.bounds)).length
  const [[place] = []] = groups.toSorted(([one], [other]) => beside(other) - beside(one))
  const inOrder = groups.toSorted(([one], [other]) => Number(one.takenOn === null) - Number(other.takenOn === null))
  return inOrder.map(([first, ...others]) => {
    const { mapId: id, takenOn, plotsShare, bounds } = first
    const isInPlace = plotsShare === null ? place !== undefined && overlap(bounds, place.bounds) : plotsShare > 0
    const isChosen = takenOn !== null && !taken.has(takenOn) && isInPlace
    if (isChosen) taken.add(takenOn)
    const elevation = elevations.find((map) => takenOn !== null && map.takenOn === takenOn)
    return {
      id,
      photos: [first, ...others],
      takenOn: takenOn ?? '',
      takenAt: '',
      elevationId: elevation?.mapId ?? '',
      isChosen,
    }
  })
}

type Flight = BodyIn<'addTrialFlights'>['flights'][number]

export const flightOf = ({ photos, takenOn, takenAt, elevationId }: FlightDraft): Flight => ({
  takenOn,
  ...(takenAt !== '' && { takenAt }),
  layers: [
    ...photos.map(({ mapId, photoKind }) => ({ mapId, kind: photoKind ?? 'rgb' })),
    ...(elevationId === '' ? [] : [{ mapId: elevationId, kind: 'elevation' as const }]),
  ],
})

import { expect, test } from 'vitest'
import { elevationOffered } from './elevation-offered.ts'

const map = (mapId: string, is: { flight?: boolean; ground?: boolean; kind?: string } = {}) => ({
  mapId,
  kind: is.kind ?? 'elevation',
  isElevationOfFlight: is.flight ?? false,
  isOnlyGround: is.ground ?? false,
})

test('elevation of another flight and a terrain model are offered as bare ground only', () => {
  const maps = [
    map('dsm'),
    map('of a flight', { flight: true }),
    map('dtm', { ground: true }),
    map('a', { kind: 'other' }),
  ]
  const { grounds, elevations } = elevationOffered(maps)
  expect(grounds.map(({ mapId }) => mapId)).toEqual(['dsm', 'of a flight', 'dtm'])
  expect(elevations.map(({ mapId }) => mapId)).toEqual(['dsm'])
})

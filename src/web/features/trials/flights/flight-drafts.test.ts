import { expect, test } from 'vitest'
import type { MapSuggestion } from '#contract/trial-flights.ts'
import { draftsOf, elevationOffered, flightOf } from './flight-drafts.ts'

const map = (mapId: string, about: Partial<MapSuggestion> = {}): MapSuggestion => ({
  mapId,
  fileName: `${mapId}.tif`,
  kind: 'orthomosaic',
  takenOn: null,
  isPublished: true,
  gsdCm: 1,
  bounds: [0, 0, 1, 1],
  projectType: 'Trial',
  thumbnailUrl: null,
  origin: 'own',
  photoKind: 'rgb',
  plotsShare: null,
  isElevationOfFlight: false,
  isOnlyGround: false,
  ...about,
})
const dsm = (mapId: string, about: Partial<MapSuggestion> = {}) =>
  map(mapId, { kind: 'elevation', photoKind: null, ...about })

test('elevation of another flight and a terrain model are offered as bare ground only', () => {
  const maps = [
    dsm('dsm'),
    dsm('of a flight', { isElevationOfFlight: true }),
    dsm('dtm', { isOnlyGround: true }),
    map('a'),
  ]
  const { grounds, elevations } = elevationOffered(maps)
  expect(grounds.map(({ mapId }) => mapId)).toEqual(['dsm', 'of a flight', 'dtm'])
  expect(elevations.map(({ mapId }) => mapId)).toEqual(['dsm'])
})

test('maps of one day are one flight with its elevation', () => {
  const [july] = draftsOf(
    [
      map('photo', { takenOn: '2026-07-01' }),
      map('bands', { takenOn: '2026-07-01', photoKind: 'multispectral' }),
      dsm('dsm', { takenOn: '2026-07-01' }),
    ],
    [],
  )
  if (!july) throw new Error('There is no draft')
  expect(july.isChosen).toBe(true)
  expect(flightOf(july).layers.map(({ mapId, kind }) => [mapId, kind])).toEqual([
    ['photo', 'rgb'],
    ['bands', 'multispectral'],
    ['dsm', 'elevation'],
  ])
})

test('before there are plots, maps of the place with the most of them are chosen', () => {
  const other = { bounds: [5, 5, 6, 6] as MapSuggestion['bounds'] }
  const drafts = draftsOf(
    [
      map('elsewhere', { takenOn: '2026-06-30', ...other }),
      map('june', { takenOn: '2026-07-01' }),
      map('july', { takenOn: '2026-07-09' }),
    ],
    [],
  )
  expect(drafts.filter(({ isChosen }) => isChosen).map(({ id }) => id)).toEqual(['june', 'july'])
})

test('what has no date, a day that is flown already, or no plot is there and not chosen', () => {
  const drafts = draftsOf(
    [
      map('dated', { takenOn: '2026-07-01' }),
      map('again', { takenOn: '2026-07-01' }),
      map('undated'),
      map('flown', { takenOn: '2026-07-08' }),
      map('elsewhere', { takenOn: '2026-07-09', plotsShare: 0 }),
      map('partly', { takenOn: '2026-07-10', plotsShare: 0.4 }),
    ],
    ['2026-07-08'],
  )
  expect(drafts.map(({ id, isChosen }) => [id, isChosen])).toEqual([
    ['dated', true],
    ['again', false],
    ['flown', false],
    ['elsewhere', false],
    ['partly', true],
    ['undated', false],
  ])
})

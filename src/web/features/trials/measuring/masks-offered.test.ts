import { expect, test } from 'vitest'
import type { FlightItem } from '#contract/trials.ts'
import { masksNotOffered, whyNotOffered } from './masks-offered.ts'

const INFRARED = 'It needs near infrared. This map is of red, green and blue.'
const CAMERA = 'It needs reflectance, and the numbers of this map are those of the camera.'
const flight = (takenOn: string, noMasks: FlightItem['noMasks'] = []): FlightItem => ({
  trialFlightId: takenOn,
  takenOn,
  takenAt: null,
  moment: takenOn,
  layers: [],
  daysAfterPlanting: null,
  degreeDays: null,
  missingTemperatures: null,
  orthomosaic: {
    mapId: null,
    analysisRequestId: null,
    fileName: 'a.tif',
    isPublished: true,
    madeBy: null,
    bounds: null,
    looksNearInfrared: false,
  },
  elevation: null,
  bareGround: null,
  shift: null,
  noMasks,
})
const without = (reason: string): FlightItem['noMasks'] => [
  { method: 'ndvi', reason },
  { method: 'osavi', reason },
]

test('all masks are offered where all flights allow them', () => {
  expect([...masksNotOffered([flight('2026-07-01')])]).toEqual([])
  expect(whyNotOffered([flight('2026-07-01')])).toEqual([])
})

test('what one flight does not allow is not offered, and says on which flights and why', () => {
  const flights = [flight('2026-07-01', without(INFRARED)), flight('2026-07-08'), flight('2026-07-15', without(CAMERA))]
  expect([...masksNotOffered(flights)]).toEqual(['ndvi', 'osavi'])
  expect(whyNotOffered(flights)).toEqual([
    `NDVI above a threshold, OSAVI above a threshold: not on 1 Jul 2026. ${INFRARED}`,
    `NDVI above a threshold, OSAVI above a threshold: not on 15 Jul 2026. ${CAMERA}`,
  ])
})

test('what no flight allows does not list the flights', () => {
  const flights = ['2026-07-01', '2026-07-08'].map((date) => flight(date, without(INFRARED)))
  expect(whyNotOffered(flights)).toEqual([
    `NDVI above a threshold, OSAVI above a threshold: not on any flight. ${INFRARED}`,
  ])
})

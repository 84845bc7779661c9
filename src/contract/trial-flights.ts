import { z } from 'zod'
import { MAP_ORIGINS } from '#domain/maps.ts'
import { FLIGHTS_MAX, LAYER_KINDS, PHOTO_KINDS } from '#domain/trials.ts'
import { KiB } from '#domain/units.ts'
import { data, endpoint, id } from './endpoint.ts'
import { onTrials } from './on-trials.ts'
import { bounds, date, flight, layerKind, timeOfDay } from './trials.ts'

const someLayers = z
  .array(z.object({ mapId: id, kind: layerKind }))
  .max(LAYER_KINDS.length, 'A flight has one map of a kind')
const layers = someLayers.min(1, 'A flight needs a photo')

const suggestion = z.object({
  mapId: z.string(),
  fileName: z.string(),
  kind: z.nullable(z.string()),
  takenOn: z.nullable(date),
  isPublished: z.boolean(),
  gsdCm: z.nullable(z.number()),
  bounds,
  projectType: z.string(),
  thumbnailUrl: z.nullable(z.string()).meta({ description: 'Signed link to a small picture' }),
  origin: z.enum(MAP_ORIGINS),
  photoKind: z.nullable(z.enum(PHOTO_KINDS)).meta({ description: 'What photo of a flight it would be' }),
  plotsShare: z
    .nullable(z.number())
    .meta({ description: 'Of the rectangle around the newest plots, how much lies within it; null without plots' }),
  isElevationOfFlight: z.boolean().meta({ description: 'Of a flight already: it may be the bare ground of others' }),
  isOnlyGround: z
    .boolean()
    .meta({ description: 'A terrain model, without plants: it may be bare ground, and not the elevation of a flight' }),
})
export type MapSuggestion = z.infer<typeof suggestion>

export const trialFlights = {
  addTrialFlight: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/flights',
    summary:
      'Add the maps of a day, as layers or by the three older fields. Customers take their own and published maps, staff also drafts',
    body: z.object({
      trialId: id,
      takenOn: date,
      takenAt: timeOfDay.optional(),
      layers: layers.optional(),
      orthomosaicMapId: id.optional(),
      elevationMapId: id.optional(),
      bareGroundMapId: id.optional().meta({ description: 'Elevation of the bare ground, to measure heights from' }),
    }),
    reply: data(flight),
    success: 'Flight added',
    errors: [404, 409],
  }),
  addTrialFlights: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/flights/bulk',
    summary: 'Add several flights, or none: each that can not be added is named, with the reason',
    body: z.object({
      trialId: id,
      flights: z
        .array(z.object({ takenOn: date, takenAt: timeOfDay.optional(), layers }))
        .min(1)
        .max(FLIGHTS_MAX, `A trial has at most ${FLIGHTS_MAX} flights`),
    }),
    bodyBytesMax: KiB(64),
    reply: data(z.array(flight)),
    success: 'Flights added',
    errors: [404, 409],
  }),
  changeTrialFlight: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/flight',
    summary:
      'Change the day of a flight, or its maps, all of which are sent. Says which traits are measured again once the trial is measured',
    body: z.object({
      flightId: id,
      takenOn: date.optional(),
      takenAt: z.nullable(timeOfDay).optional(),
      layers: layers.optional(),
      seen: z
        .object({ takenOn: date, takenAt: z.nullable(timeOfDay), layers: someLayers })
        .optional()
        .meta({
          description:
            'What the flight was when the change began: 409 with both where another person has changed the same since',
        }),
    }),
    reply: data(flight.extend({ measureAgain: z.array(z.string()) })),
    success: 'Flight changed',
    errors: [404, 409],
  }),
  removeTrialFlight: endpoint({
    ...onTrials,
    method: 'DELETE',
    path: '/trials/flights',
    summary: 'Remove a flight from its trial, with what was measured on it. Its maps stay',
    query: z.object({ trialFlightId: id }),
    success: 'Flight removed',
    errors: [404, 409],
  }),
  suggestMaps: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials/map-suggestions',
    summary:
      "Maps of the trial's customer that overlap its flights: what no flight uses yet, and elevation that may be bare ground",
    query: z.object({ trialId: id }),
    reply: data(z.array(suggestion)),
    success: 'Maps loaded',
    errors: [404],
  }),
}

import { z } from 'zod'
import { CHECK_IDS, CHECK_SEVERITIES, CONTROL_POINT_FORMATS, FLIGHT_STATES, PHOTO_STATES } from '#domain/flights.ts'
import { data, endpoint, id, TEXT_BYTES_MAX, timestamp } from './endpoint.ts'
import { FLIGHT_ANSWERS_BYTES_MAX, flightAnswers } from './flight-answers.ts'

const share = z.nullable(z.number()).meta({ description: 'A share from 0 to 1; null when unknown' })
const time = z.nullable(z.string()).meta({ description: 'By the clock of the camera, without a time zone' })

const flight = z.object({
  state: z.enum(FLIGHT_STATES),
  reason: z.nullable(z.string()).meta({ description: 'Why the photos say nothing, for people to read' }),
  photos: z.int(),
  readable: z.int().meta({ description: 'Photos that say something of themselves' }),
  gsdCm: z.nullable(z.number()).meta({ description: 'Ground sampling distance in centimetres' }),
  heightMetres: z.nullable(z.number()),
  heightSource: z.nullable(z.enum(['photos', 'entered'])).meta({
    description: 'Whether the height is that of the photos, above take-off, or was entered by a person',
  }),
  frontOverlap: share,
  sideOverlap: share,
  areaHectares: z.nullable(z.number()).meta({ description: 'Of ground that at least one photo shows' }),
  medianPhotos: z.nullable(z.int()).meta({ description: 'The middle number of photos that show a piece of it' }),
  footprintMetres: z.nullable(z.object({ width: z.number(), height: z.number() })).meta({
    description: 'Of one photo on flat ground: across and along the picture as it is stored',
  }),
  cameras: z.array(z.object({ name: z.string(), photos: z.int() })),
  takenFrom: time,
  takenTo: time,
  sunDegrees: z
    .nullable(z.object({ lowest: z.number(), highest: z.number() }))
    .meta({ description: 'How high the sun stood, where the time is known as UTC' }),
  rtkFixedShare: share.meta({ description: 'Of photos that say how exact their position is; from 0 to 1' }),
  bands: z.array(z.string()).meta({ description: 'Of a multispectral rig' }),
  checks: z.array(
    z.object({
      id: z.enum(CHECK_IDS),
      severity: z.enum(CHECK_SEVERITIES),
      message: z.string().meta({ description: 'What was found and what to do, for people to read' }),
      photos: z.array(z.string()).meta({ description: 'Names of those concerned, at most 200 of them' }),
      acknowledged: z
        .nullable(z.object({ at: timestamp, by: z.nullable(z.string()) }))
        .meta({ description: 'Staff took it as it is; `by` is their name, for staff only' }),
    }),
  ),
  positions: z.array(
    z.object({
      name: z.string(),
      lon: z.number(),
      lat: z.number(),
      altitude: z.nullable(z.number()),
      yaw: z.nullable(z.number()),
      pitch: z.nullable(z.number()),
    }),
  ),
  controlPoints: z
    .array(
      z.object({
        file: z.string(),
        format: z.enum(CONTROL_POINT_FORMATS),
        epsg: z.nullable(z.int()),
        crs: z.nullable(z.string()).meta({ description: 'The coordinate system, for people to read' }),
        crsSource: z.nullable(z.enum(['file', 'proposed', 'entered'])).meta({
          description:
            'Whether the file says it, it is proposed because the points lie among the photos, or a person said it',
        }),
        pointCount: z.int(),
        markCount: z.int().meta({ description: 'Places in photos where a point was marked' }),
        points: z.array(
          z.object({
            label: z.string(),
            lon: z.number(),
            lat: z.number(),
            height: z.nullable(z.number()).meta({ description: 'As in the file, in metres' }),
            photos: z.int().meta({ description: 'Photos in which it is marked' }),
          }),
        ),
      }),
    )
    .meta({ description: 'Files that tell places: of control points, photos, plots and flight plans' }),
  sameField: z
    .nullable(z.object({ analysisRequestId: z.string(), trialId: z.nullable(z.string()), name: z.string() }))
    .meta({ description: 'An earlier request of the same customer over the same ground, and the trial of its maps' }),
  answers: flightAnswers.meta({ description: 'What people said of the flight' }),
})
export type FlightReply = z.infer<typeof flight>

const unknownOr = z.nullable(z.number())

const flightPhoto = z.object({
  name: z.string(),
  takenAt: time,
  lon: unknownOr,
  lat: unknownOr,
  altitude: unknownOr,
  heightMetres: unknownOr.meta({ description: 'Above the place of take-off' }),
  yaw: unknownOr,
  pitch: unknownOr,
  roll: unknownOr,
  camera: z.nullable(z.string()),
  band: z.nullable(z.string()),
  exposureSeconds: unknownOr,
  iso: unknownOr,
  rtkFlag: unknownOr.meta({ description: 'Of the maker: 50 fixed, 32 to 49 float, 16 single, 0 none' }),
  sharpness: unknownOr,
  brightness: unknownOr,
  state: z.enum(PHOTO_STATES).meta({ description: 'damaged: its end is missing, or it says less than it should' }),
})

export const flights = {
  getFlight: endpoint({
    tag: 'flights',
    method: 'GET',
    path: '/flights',
    access: 'customer-or-admin',
    limit: 'general',
    summary:
      'What the photos of the newest archive say of the flight. What they do not say is null. Customers see their own',
    query: z.object({ analysisRequestId: id }),
    reply: data(flight),
    success: 'Flight loaded',
    errors: [404],
  }),
  listFlightPhotos: endpoint({
    tag: 'flights',
    method: 'GET',
    path: '/flights/photos',
    access: 'customer-or-admin',
    limit: 'table',
    summary:
      'The photos of the newest archive, at most 20,000, in the order in which they were taken; none before they were looked at. ' +
      'What they do not say is null. Customers see their own',
    query: z.object({ analysisRequestId: id, format: z.enum(['json', 'csv']).default('json') }),
    reply: data(z.array(flightPhoto)),
    answers: 'table',
    success: 'Photos loaded',
    errors: [404],
  }),
  answerFlight: endpoint({
    tag: 'flights',
    method: 'POST',
    path: '/flights/answer',
    access: 'customer-or-admin',
    limit: 'general',
    summary:
      'Say of a flight what its photos do not: what is left out stays as it is. The newest archive is looked at again. Customers answer for their own',
    body: flightAnswers.partial().extend({ analysisRequestId: id }),
    bodyBytesMax: FLIGHT_ANSWERS_BYTES_MAX,
    success: 'Saved',
    errors: [404, 409],
  }),
  acknowledgeFinding: endpoint({
    tag: 'flights',
    method: 'POST',
    path: '/flights/acknowledge',
    access: 'admin',
    limit: 'general',
    summary:
      'Take a finding about the newest archive as it is, or take that back. It counts while the finding says the same',
    body: z.object({
      analysisRequestId: id,
      check: z.enum(CHECK_IDS),
      message: z.string().min(1).max(5000),
      acknowledged: z.boolean(),
    }),
    bodyBytesMax: TEXT_BYTES_MAX,
    success: 'Saved',
    errors: [404, 409],
  }),
}

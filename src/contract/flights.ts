import { z } from 'zod'
import { CHECK_IDS, CHECK_SEVERITIES, FLIGHT_STATES } from '#domain/flights.ts'
import { data, endpoint, id } from './endpoint.ts'

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
  bands: z.array(z.string()).meta({ description: 'Of a multispectral rig' }),
  checks: z.array(
    z.object({
      id: z.enum(CHECK_IDS),
      severity: z.enum(CHECK_SEVERITIES),
      message: z.string().meta({ description: 'What was found and what to do, for people to read' }),
      photos: z.array(z.string()).meta({ description: 'Names of those concerned, at most 200 of them' }),
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
})
export type FlightReply = z.infer<typeof flight>

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
}

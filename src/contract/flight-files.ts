import { z } from 'zod'
import { FLIGHT_FILE_KINDS } from '#domain/trials.ts'
import { data, endpoint, id, traitId } from './endpoint.ts'
import { onTrials } from './on-trials.ts'

const wanted = z.object({
  measurementId: id,
  trialFlightId: id.optional().meta({ description: 'Left out for the pictures of all flights in one file' }),
  kind: z.enum(FLIGHT_FILE_KINDS),
  trait: traitId.optional().meta({ description: 'Of an index' }),
})
export type WantedFlightFile = z.infer<typeof wanted>

export const flightFiles = {
  makeFlightFile: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/flight-file',
    least: 'viewer',
    limit: 'trial',
    summary:
      'Make a file of a flight: an index or the mask of a measurement as a cloud-optimised GeoTIFF in the grid of the orthomosaic. ' +
      'Or a picture of each plot at full resolution in a ZIP, of one flight or of all in folders. One that is there or being made stays',
    body: wanted,
    success: 'The file is being made',
    errors: [404, 409],
  }),
  getFlightFile: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials/flight-file',
    summary: 'How far a file of a flight is, and where it can be downloaded for an hour',
    query: wanted,
    reply: data(
      z.object({
        state: z.enum(['NONE', 'QUEUED', 'RUNNING', 'READY', 'FAILED']),
        fraction: z.number(),
        ahead: z.nullable(z.int()).meta({ description: 'Of what waits: how much comes before it' }),
        reason: z.nullable(z.string()).meta({ description: 'Why it could not be made, for people' }),
        bytes: z.nullable(z.number()),
        url: z.nullable(z.string()),
      }),
    ),
    success: 'File loaded',
    errors: [404, 409],
  }),
  cancelFlightFile: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/flight-file/cancel',
    least: 'viewer',
    summary: 'Stop making a file of a flight',
    body: wanted,
    success: 'Stopped',
    errors: [404, 409],
  }),
}

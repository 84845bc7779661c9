import { z } from 'zod'
import { WKT_LENGTH_MAX } from '#domain/maps.ts'
import { data, endpoint, TEXT_BYTES_MAX } from './endpoint.ts'
import { onTrials } from './on-trials.ts'

export const coordinateSystems = {
  findCrs: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/coordinate-systems',
    least: 'viewer',
    summary: 'The coordinate system that a text in WKT describes, as a .prj file has it; null for one that is unknown',
    body: z.object({ wkt: z.string().min(1, 'Enter a text').max(WKT_LENGTH_MAX, 'This text is too long') }),
    bodyBytesMax: TEXT_BYTES_MAX,
    reply: data(
      z.nullable(
        z.object({
          epsg: z.nullable(z.int()).meta({ description: 'Null where no code is known' }),
          name: z.string(),
        }),
      ),
    ),
    success: 'Coordinate system looked up',
  }),
}

import { z } from 'zod'
import { BAND_ROLES, MAP_KINDS, MAP_ORIGINS, MAP_STATES, SAMPLE_TYPES } from '#domain/maps.ts'
import { data, endpoint, id, purgeOn } from './endpoint.ts'
import { madeBy } from './reports.ts'
import { projectType } from './uploads.ts'

const crs = z.object({
  epsg: z.nullable(z.int()),
  name: z.string(),
  proj4: z.string(),
  metresPerUnit: z.nullable(z.number()).meta({ description: 'Null for degrees' }),
})

const range = z.tuple([z.number(), z.number()])

const map = z.object({
  mapId: z.string(),
  fileId: z.string().meta({ description: 'The file that is the map' }),
  origin: z
    .enum(MAP_ORIGINS)
    .meta({ description: 'own: its customer added it; run: an engine made it; report: staff attached it' }),
  madeWith: z.nullable(z.string()).meta({ description: 'The program that made it, where the file says it' }),
  reviewedBy: z.nullable(z.string()).meta({ description: 'Who of the staff published it' }),
  fileName: z.string(),
  state: z.enum(MAP_STATES),
  reason: z
    .nullable(z.string())
    .meta({ description: 'Why it is no map, could not be prepared, or has no place, for people to read' }),
  fraction: z.number().meta({ description: 'How much of the preparation is done, from 0 to 1' }),
  runId: z.nullable(z.string()).meta({ description: 'The run that made it, for staff only' }),
  madeBy,
  purpose: z.nullable(z.string()).meta({ description: 'Of what a run made: what it is for, for people' }),
  isProduct: z.boolean().meta({ description: 'It is a product of a run that is not attached to the report' }),
  isPublished: z.boolean().meta({ description: 'False for a draft, which only staff see' }),
  kind: z.nullable(z.enum(MAP_KINDS)),
  width: z.nullable(z.int()).meta({ description: 'Pixels' }),
  height: z.nullable(z.int()),
  bands: z.nullable(z.array(z.enum(BAND_ROLES))).meta({ description: 'What each band holds, as far as it is known' }),
  bandNames: z.nullable(z.array(z.string())),
  areBandsAssumed: z.boolean().meta({
    description: 'Three bands that nothing names are taken for red, green and blue until someone says otherwise',
  }),
  looksNearInfrared: z.boolean().meta({
    description:
      'Plants look red or purple, as from a camera that was converted to near infrared: indices of red, green and blue and canopy cover will be wrong',
  }),
  scalings: z.nullable(z.array(z.nullable(z.tuple([z.number(), z.number()])))).meta({
    description:
      'Of each band the factor and the offset by which numbers of the file and of its copy become values: number * factor + offset. Null where numbers are values',
  }),
  sampleType: z.nullable(z.enum(SAMPLE_TYPES)),
  isPicture: z
    .nullable(z.boolean())
    .meta({ description: 'Colours of 8 bits, which the copy for viewing compresses as a photo' }),
  epsg: z.nullable(z.int()),
  crs: z.nullable(crs),
  transform: z
    .nullable(z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]))
    .meta({ description: 'x = a * column + b * row + c, y = d * column + e * row + f, of the corners of pixels' }),
  gsdCm: z.nullable(z.number()).meta({ description: 'Ground sampling distance in centimetres' }),
  bounds: z
    .nullable(z.tuple([z.number(), z.number(), z.number(), z.number()]))
    .meta({ description: 'West, south, east, north in degrees (WGS84)' }),
  nodata: z
    .nullable(z.union([z.number(), z.literal('nan')]))
    .meta({ description: 'Pixels with this number, as it is in the file, hold nothing' }),
  ranges: z
    .nullable(z.array(z.nullable(range)))
    .meta({ description: 'Of the values of each band, the 2nd and 98th percentile' }),
  thumbnailUrl: z.nullable(z.string()).meta({ description: 'Signed link to a small picture' }),
  takenOn: z.nullable(z.iso.date()),
  reflectance: z.nullable(z.boolean()).meta({ description: 'Whether its values are reflectance; null when unknown' }),
  standsForOne: z.nullable(z.number()).meta({
    description: 'The number of the file that people state for a reflectance of 1; null for what the file says',
  }),
  originalBytes: z.int().meta({ description: 'Of the file as it was attached' }),
  bytes: z.nullable(z.int()).meta({ description: 'Of the file that the url serves' }),
  url: z.nullable(z.string()).meta({
    description:
      'Signed link to a cloud-optimised GeoTIFF for viewing, which takes Range. Numbers are those of the original (elevation within 0.001 m); pictures are compressed',
  }),
  purgeOn,
  expiresTime: z.nullable(z.string()).meta({ description: 'When the url ends; load the list again before' }),
})
export type MapItem = z.infer<typeof map>

const numberForOne = z
  .nullable(
    z
      .number('Enter a number')
      .positive('It must be greater than 0')
      .max(2 ** 32, 'At most 4,294,967,296'),
  )
  .optional()

const onMaps = { tag: 'maps', access: 'customer-or-admin', limit: 'general' } as const

export const maps = {
  listMaps: endpoint({
    ...onMaps,
    method: 'GET',
    path: '/maps',
    scopes: ['read', 'trials:write', 'uploads:write'],
    links: ['report', 'map', 'trial'],
    summary:
      'The files of a report, of a project, or that a trial can use, as maps; or one. Customers see own and published ones',
    query: z.object({
      analysisRequestId: id.optional(),
      projectType: projectType.optional(),
      trialId: id.optional(),
      fileId: id.optional(),
      userId: id.optional().meta({ description: 'Own files of this customer, for staff' }),
      withProducts: z
        .enum(['true', 'false'])
        .default('false')
        .meta({ description: 'Also products of runs that are not attached; for staff only' }),
    }),
    reply: data(z.array(map)),
    success: 'Maps loaded',
    errors: [400, 404],
  }),
  getBaseMap: endpoint({
    ...onMaps,
    method: 'GET',
    path: '/maps/base-map',
    links: ['report', 'map', 'trial'],
    summary: 'The tiles that lie below maps; null for a plain ground',
    reply: data(
      z.nullable(
        z.object({
          url: z.string().meta({ description: 'Of tiles in web mercator, with {z}, {x} and {y}' }),
          attribution: z.string().meta({ description: 'Who made them, to be shown on the map' }),
        }),
      ),
    ),
    success: 'Base map loaded',
  }),
  describeMap: endpoint({
    ...onMaps,
    method: 'POST',
    path: '/maps/describe',
    summary:
      'State what the file of a map does not say; what is left out stays as it is. Customers do so for own and published maps, staff for those of reports',
    body: z.object({
      mapId: id,
      takenOn: z.iso.date('This is not a date').optional(),
      kind: z.enum(MAP_KINDS).optional(),
      epsg: z.int().min(1024).max(32_766).optional(),
      bands: z.array(z.enum(BAND_ROLES)).max(64).optional(),
      reflectance: z.boolean().optional(),
      standsForOne: numberForOne.meta({
        description:
          'The number of the file that stands for a reflectance of 1, such as 10000, 32768, 65535 or 1; it says that numbers are reflectance. Null for what the file says',
      }),
      numberForOne: numberForOne.meta({ description: 'Another name of `standsForOne`' }),
    }),
    reply: data(map),
    success: 'Map updated',
    errors: [404, 409],
  }),
}

import { z } from 'zod'
import { LAYER_KINDS } from '#domain/trials.ts'
import { data, endpoint, id } from './endpoint.ts'
import { onTrials } from './on-trials.ts'

const addresses = z.object({
  plots: z.string().meta({ description: 'GeoJSON: a feature for each plot with its values' }),
  codebook: z.string().meta({ description: 'CSV: what the values are' }),
  means: z.string().meta({ description: 'CSV: means of genotypes, also adjusted for the places of plots' }),
  qgis: z.string().meta({ description: 'A layer definition (.qlr) that opens all of them in QGIS' }),
  stac: z.string().meta({ description: 'The flights as a collection of STAC 1.0' }),
  layers: z.array(
    z.object({
      fileId: z.string(),
      name: z.string(),
      kind: z.enum(LAYER_KINDS),
      moment: z.string().meta({ description: 'The day of the flight, and its time where several flew on one' }),
      url: z.string().meta({ description: 'A cloud-optimised GeoTIFF, for /vsicurl/ of GDAL' }),
      tiles: z.nullable(z.string()).meta({ description: 'TileJSON 3.0 for web maps. Null for a map without a place' }),
      indices: z.array(z.string()).meta({
        description: 'Each has tiles of its own: its name stands before tiles.json, as in …/NGRDI/tiles.json',
      }),
    }),
  ),
})
export type TrialAddresses = z.infer<typeof addresses>

export const trialAddresses = {
  getTrialAddresses: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials/addresses',
    summary:
      'Addresses of a trial for QGIS, GDAL, R, Python and web maps, which need no header. They work for an API token with the scope read, until it ends',
    query: z.object({
      trialId: id,
      tokenId: id.optional().meta({ description: 'One of the caller; of a call with an API token, that one' }),
    }),
    reply: data(addresses),
    success: 'Addresses loaded',
    errors: [404],
  }),
}

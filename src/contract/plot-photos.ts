import { z } from 'zod'
import { PLOT_ID_MAX } from '#domain/trials.ts'
import { data, endpoint, id } from './endpoint.ts'
import { onTrials } from './on-trials.ts'
import { plotsVersionInQuery } from './trials.ts'

const ofPlot = z.object({
  trialFlightId: id,
  plotId: z.string().min(1).max(PLOT_ID_MAX),
  plotsVersion: plotsVersionInQuery,
})

const plotPhotoList = z.object({
  photos: z.array(
    z.object({
      name: z.string().meta({ description: 'With its folders in the archive' }),
      degrees: z.number().meta({ description: 'How far from straight down it looks at the middle of the plot' }),
      isWhole: z.boolean().meta({ description: 'It shows the whole plot, and not only its middle' }),
    }),
  ),
  width: z.int().meta({ description: 'Of each picture, in pixels. The long side of the plot lies across' }),
  height: z.int(),
  pixelCm: z.number().meta({ description: 'Of a pixel on the ground' }),
  northDegrees: z.number().meta({ description: 'How far north is turned from the upper edge, clockwise' }),
  outline: z
    .array(z.array(z.tuple([z.number(), z.number()])))
    .meta({ description: 'The plot in each picture, by rings, as parts of its width and height' }),
})
export type PlotPhotoList = z.infer<typeof plotPhotoList>

export const plotPhotos = {
  listPlotPhotos: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials/plot-photos',
    summary:
      'The photos of a flight that show a plot, the one that looks straightest down first: of maps that our own engine made, as long as the raw images are kept',
    query: ofPlot,
    reply: data(plotPhotoList),
    success: 'Photos loaded',
    errors: [404, 409],
  }),
  getPlotPhoto: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials/plot-photo',
    summary: 'A plot as one photo shows it, cut out and straight, as a JPEG',
    query: ofPlot.extend({ photo: z.string().min(1).max(1000) }),
    reply: z.custom<AsyncIterable<Uint8Array>>(),
    answers: 'bytes',
    success: 'Photo loaded',
    errors: [404, 409, 503],
  }),
}

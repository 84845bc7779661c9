// Measures the preview engine on a folder of photos: `npm run bench:preview`, with PREVIEW_PHOTOS naming the folder. With PREVIEW_REFERENCE,
// a coloured point cloud (LAS or LAZ) of the same place in the coordinates of the preview, it measures how far the map lies from it.
import { runMeasurement } from './measurement.mjs'

await runMeasurement('preview/measure.mjs')

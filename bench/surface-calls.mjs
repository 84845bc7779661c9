// Measures how long calls of the product take while it makes a surface of photos: `npm run bench:surface-calls`, with PREVIEW_PHOTOS naming their folder.
import { runMeasurement } from './measurement.mjs'

await runMeasurement('preview/calls.mjs')

// Measures the GeoTIFFs of an index and of a mask beside GDAL's: `npm run bench:layers`. `-- --pixels=5000` makes a smaller map and
// writes no file.
import { runMeasurement } from './measurement.mjs'

await runMeasurement('layers/measure.mjs')

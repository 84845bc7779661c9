// Measures the copies of maps for viewing beside GDAL's: `npm run bench:maps`. `-- --pixels=5000` makes smaller maps and writes no
// file.
import { runMeasurement } from './measurement.mjs'

await runMeasurement('maps/measure.mjs')

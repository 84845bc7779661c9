// Measures 1,216 plots with all traits of red, green and blue on a map of 20,000 x 20,000 pixels, beside GDAL where that is
// installed: `npm run bench:plots`. `-- --side=5000` makes a smaller map and writes no file; `-- --threads=1` uses one thread.
import { runMeasurement } from './measurement.mjs'

await runMeasurement('plots/measure.mjs')

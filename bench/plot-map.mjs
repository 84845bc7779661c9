// Measures the map of a trial of 20,000 plots in Chromium, with its photo and without: `npm run bench:plot-map`. `-- --plots=2000 --dates=20`
// makes another trial and writes no file.
import { runInBrowser } from './measurement.mjs'

await runInBrowser('plot-map/measure.mjs')

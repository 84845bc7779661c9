// Measures the screen of maps in Chromium with a map of 20,000 x 20,000 pixels: `npm run bench:map-screen`. `-- --pixels=5000` makes
// a smaller map and writes no file.
import { runInBrowser } from './measurement.mjs'

await runInBrowser('map-screen/measure.mjs')

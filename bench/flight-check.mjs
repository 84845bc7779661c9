// Measures the flight check of an archive of 1,000 photos of 5 MB in Chromium, and that of the server: `npm run bench:flight-check`.
// `-- --photos=100` makes a smaller archive and writes no file of results. The archive lies in the folder for temporary files.
import { runInBrowser } from './measurement.mjs'

await runInBrowser('flight-check/measure.mjs')

// Measures the table of a trial of 2,000 plots, 20 flights and 30 traits in Chromium, over a separate PostgreSQL:
// `npm run bench:field-book`. `-- --plots=400` makes a smaller trial and writes no file.
import { runInBrowser } from './measurement.mjs'

await runInBrowser('field-book/measure.mjs')

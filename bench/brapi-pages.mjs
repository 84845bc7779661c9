// Reads a trial of 2,000 plots, 20 flights and 30 traits by BrAPI, page after page and as tables, over a separate PostgreSQL:
// `npm run bench:brapi`. `-- --plots=200` makes a smaller trial and writes no file.
import { runMeasurement } from './measurement.mjs'

await runMeasurement('brapi-pages/measure.mjs')

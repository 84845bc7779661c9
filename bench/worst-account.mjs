// Measures what others notice while one account does its worst, over a separate PostgreSQL: `npm run bench:worst-account`.
import { runMeasurement } from './measurement.mjs'

await runMeasurement('worst-account/measure.mjs')

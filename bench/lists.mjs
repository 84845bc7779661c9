// Measures the lists of staff over 100,000 users and 1,000,000 requests in a separate PostgreSQL: `npm run bench:lists`.
// `-- --requests=50000` creates fewer of them and writes no file; `-- --before=<commit>` measures that one in turn with this one.
import { runMeasurement } from './measurement.mjs'

await runMeasurement('lists/measure.mjs')

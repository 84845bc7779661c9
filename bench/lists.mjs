// Measures the lists of staff over 100,000 users and 1,000,000 requests in a separate PostgreSQL: `npm run bench:lists`.
// `-- --requests=50000` creates fewer of them, `-- --before` measures the version that has shipped; both write no file.
import { join } from 'node:path'
import { ensureInstalled, findNode, launch, NODE_FLAGS, runToEnd } from '../tools/lib/launch.mjs'

await launch(() => {
  ensureInstalled()
  runToEnd(findNode(), [...NODE_FLAGS, join(import.meta.dirname, 'lists/measure.mjs'), ...process.argv.slice(2)])
})

// Reads a trial of 2,000 plots, 20 flights and 30 traits by BrAPI, page after page and as tables, over a separate PostgreSQL:
// `npm run bench:brapi`. `-- --plots=200` makes a smaller trial and writes no file.
import { join } from 'node:path'
import { ensureInstalled, findNode, launch, NODE_FLAGS, runToEnd } from '../tools/lib/launch.mjs'

await launch(() => {
  ensureInstalled()
  runToEnd(findNode(), [...NODE_FLAGS, join(import.meta.dirname, 'brapi-pages/measure.mjs'), ...process.argv.slice(2)])
})

// Measures the copies of maps for viewing beside GDAL's: `npm run bench:maps`. `-- --pixels=5000` makes smaller maps and writes no
// file.
import { join } from 'node:path'
import { ensureInstalled, findNode, launch, NODE_FLAGS, runToEnd } from '../tools/lib/launch.mjs'

await launch(() => {
  ensureInstalled()
  runToEnd(findNode(), [...NODE_FLAGS, join(import.meta.dirname, 'maps/measure.mjs'), ...process.argv.slice(2)])
})

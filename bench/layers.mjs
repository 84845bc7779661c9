// Measures the GeoTIFFs of an index and of a mask beside GDAL's: `npm run bench:layers`. `-- --pixels=5000` makes a smaller map and
// writes no file.
import { join } from 'node:path'
import { ensureInstalled, findNode, launch, NODE_FLAGS, runToEnd } from '../tools/lib/launch.mjs'

await launch(() => {
  ensureInstalled()
  runToEnd(findNode(), [...NODE_FLAGS, join(import.meta.dirname, 'layers/measure.mjs'), ...process.argv.slice(2)])
})

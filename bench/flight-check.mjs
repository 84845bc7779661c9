// Measures the flight check of an archive of 1,000 photos of 5 MB in Chromium, and that of the server: `npm run bench:flight-check`.
// `-- --photos=100` makes a smaller archive and writes no file of results. The archive lies in the folder for temporary files.
import { join } from 'node:path'
import { ensureChromium } from '../tools/lib/chromium.mjs'
import { ensureBuilt, ensureInstalled, findNode, launch, NODE_FLAGS, runToEnd } from '../tools/lib/launch.mjs'

await launch(() => {
  ensureInstalled()
  const node = findNode()
  ensureBuilt(node)
  const args = [...NODE_FLAGS, join(import.meta.dirname, 'flight-check/measure.mjs'), ...process.argv.slice(2)]
  runToEnd(node, args, { CHROMIUM_PATH: ensureChromium(node) })
})

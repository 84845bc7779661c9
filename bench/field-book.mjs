// Measures the table of a trial of 2,000 plots, 20 flights and 30 traits in Chromium, over a separate PostgreSQL:
// `npm run bench:field-book`. `-- --plots=400` makes a smaller trial and writes no file.
import { join } from 'node:path'
import { ensureChromium } from '../tools/lib/chromium.mjs'
import { ensureBuilt, ensureInstalled, findNode, launch, NODE_FLAGS, runToEnd } from '../tools/lib/launch.mjs'

await launch(() => {
  ensureInstalled()
  const node = findNode()
  ensureBuilt(node)
  const args = [...NODE_FLAGS, join(import.meta.dirname, 'field-book/measure.mjs'), ...process.argv.slice(2)]
  runToEnd(node, args, { CHROMIUM_PATH: ensureChromium(node) })
})

// Measures the map of a trial of 20,000 plots in Chromium, with its photo and without: `npm run bench:plot-map`. `-- --plots=2000 --dates=20`
// makes another trial and writes no file.
import { join } from 'node:path'
import { ensureChromium } from '../tools/lib/chromium.mjs'
import { ensureBuilt, ensureInstalled, findNode, launch, NODE_FLAGS, runToEnd } from '../tools/lib/launch.mjs'

await launch(() => {
  ensureInstalled()
  const node = findNode()
  ensureBuilt(node)
  const args = [...NODE_FLAGS, join(import.meta.dirname, 'plot-map/measure.mjs'), ...process.argv.slice(2)]
  runToEnd(node, args, { CHROMIUM_PATH: ensureChromium(node) })
})

// Measures the screen of maps in Chromium with a map of 20,000 x 20,000 pixels: `npm run bench:map-screen`. `-- --pixels=5000` makes
// a smaller map and writes no file.
import { join } from 'node:path'
import { ensureChromium } from '../tools/lib/chromium.mjs'
import { ensureBuilt, ensureInstalled, findNode, launch, NODE_FLAGS, runToEnd } from '../tools/lib/launch.mjs'

await launch(() => {
  ensureInstalled()
  const node = findNode()
  ensureBuilt(node)
  const args = [...NODE_FLAGS, join(import.meta.dirname, 'map-screen/measure.mjs'), ...process.argv.slice(2)]
  runToEnd(node, args, { CHROMIUM_PATH: ensureChromium(node) })
})

// Measures the preview engine on a folder of photos: `npm run bench:preview`, with PREVIEW_PHOTOS naming the folder. With PREVIEW_REFERENCE,
// a coloured point cloud (LAS or LAZ) of the same place in the coordinates of the preview, it measures how far the map lies from it.
import { join } from 'node:path'
import { ensureInstalled, findNode, launch, NODE_FLAGS, runToEnd } from '../tools/lib/launch.mjs'

await launch(() => {
  ensureInstalled()
  runToEnd(findNode(), [...NODE_FLAGS, join(import.meta.dirname, 'preview/measure.mjs'), ...process.argv.slice(2)])
})

// Measures how long calls of the product take while it makes a surface of photos: `npm run bench:surface-calls`, with PREVIEW_PHOTOS naming their folder.
import { join } from 'node:path'
import { ensureInstalled, findNode, launch, NODE_FLAGS, runToEnd } from '../tools/lib/launch.mjs'

await launch(() => {
  ensureInstalled()
  runToEnd(findNode(), [...NODE_FLAGS, join(import.meta.dirname, 'preview/calls.mjs')])
})

// Measures what others notice while one account does its worst, over a separate PostgreSQL: `npm run bench:worst-account`.
import { join } from 'node:path'
import { ensureInstalled, findNode, launch, NODE_FLAGS, runToEnd } from '../tools/lib/launch.mjs'

await launch(() => {
  ensureInstalled()
  runToEnd(findNode(), [
    ...NODE_FLAGS,
    join(import.meta.dirname, 'worst-account/measure.mjs'),
    ...process.argv.slice(2),
  ])
})

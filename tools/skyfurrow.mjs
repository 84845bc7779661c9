#!/usr/bin/env node
// The command line: `skyfurrow serve` (what `npm start` runs), `skyfurrow migrate`, `skyfurrow admin create`, `skyfurrow upload` …
import {
  ensureBuilt,
  ensureInstalled,
  findNode,
  launch,
  NODE_FLAGS,
  runToEnd,
  SERVER_ENV,
  SERVER_FLAGS,
} from './lib/launch.mjs'

await launch(() => {
  const args = process.argv.slice(2)
  ensureInstalled()
  const node = findNode()
  const from = { SKYFURROW_CALLED_FROM: process.cwd() }
  if (args[0] === 'upload' || args[0] === 'upload-maps') {
    runToEnd(node, [...NODE_FLAGS, 'src/cli/main.ts', ...args], from)
    return
  }
  if (args.length === 0 || args[0] === 'serve') ensureBuilt(node)
  runToEnd(node, [...SERVER_FLAGS, 'src/server/main.ts', ...args], { ...SERVER_ENV, ...from })
})

// Starts a measurement in a process of its own, under a Node that runs TypeScript, with the options of the command.
import { join } from 'node:path'
import { ensureChromium } from '../tools/lib/chromium.mjs'
import { ensureBuilt, ensureInstalled, findNode, launch, NODE_FLAGS, runToEnd } from '../tools/lib/launch.mjs'

/** Runs a file of this folder. */
export const runMeasurement = (file) =>
  launch(() => {
    ensureInstalled()
    run(file, { node: findNode() })
  })

/** Runs a file of this folder that needs the production build and a browser. */
export const runInBrowser = (file) =>
  launch(() => {
    ensureInstalled()
    const node = findNode()
    ensureBuilt(node)
    run(file, { node, env: { CHROMIUM_PATH: ensureChromium(node) } })
  })

const run = (file, { node, env }) =>
  runToEnd(node, [...NODE_FLAGS, join(import.meta.dirname, file), ...process.argv.slice(2)], env)

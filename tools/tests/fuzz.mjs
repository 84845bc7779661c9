// Sends 200,000 calls that match the contract, or differ from it in one place, and checks every response (a few hundred do in `npm test`).
// `npm run fuzz -- --requests 500 --seed 7` sets both.
import { parseArgs } from 'node:util'
import { ensureInstalled, findNode, launch, packageBin, runToEnd } from '../lib/launch.mjs'

await launch(() => {
  const text = { type: 'string' }
  const { values } = parseArgs({ options: { requests: { ...text, default: '200000' }, seed: text } })
  ensureInstalled()
  runToEnd(findNode(), [packageBin('vitest', 'vitest.mjs'), 'run', 'src/server/http/invalid-input/fuzz.slow.test.ts'], {
    REQUESTS: values.requests,
    SEED: values.seed ?? String(Date.now() % 1_000_000),
  })
})

// Kills the server 300 times at random while archives arrive, and checks that nothing acknowledged is lost (a shorter loop runs
// in `npm test`). `npm run crash -- --kills 50 --seed 7` sets both.
import { parseArgs } from 'node:util'
import { ensureInstalled, findNode, launch, packageBin, runToEnd } from '../lib/launch.mjs'

await launch(() => {
  const text = { type: 'string' }
  const { values } = parseArgs({ options: { kills: { ...text, default: '300' }, seed: text } })
  ensureInstalled()
  runToEnd(findNode(), [packageBin('vitest', 'vitest.mjs'), 'run', 'src/cli/crash-loop.slow.test.ts'], {
    KILLS: values.kills,
    ...(values.seed === undefined ? {} : { SEED: values.seed }),
  })
})

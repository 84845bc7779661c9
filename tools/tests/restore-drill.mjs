// The restore drill: creates 10,000 requests with their archives, backs them up, restores them into an empty target and
// compares every hash, in two data folders and over two databases of a PostgreSQL (there 200 requests in `npm test`). `npm run drill --
// --requests 500` sets the number.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ensureInstalled, findNode, launch, packageBin, ROOT } from '../lib/launch.mjs'

await launch(() => {
  const { values } = parseArgs({ options: { requests: { type: 'string', default: '10000' } } })
  ensureInstalled()
  const files = ['src/server/backup/drill.heavy.test.ts', 'src/server/backup/own-database.slow.test.ts']
  const args = [packageBin('vitest', 'vitest.mjs'), 'run', ...files, '--reporter=verbose', '-t', 'a drill of']
  const env = { ...process.env, FAULTS: 'full', REQUESTS: values.requests }
  const { status } = spawnSync(findNode(), args, { cwd: ROOT, env, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
})

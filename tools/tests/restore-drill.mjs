// The restore drill: creates 10,000 requests with their archives, backs them up, restores them into an empty target and
// compares every hash, over the embedded database and over PostgreSQL (over PostgreSQL, 200 requests in `npm test`). `npm run drill --
// --requests 500` sets the number.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ensureInstalled, findNode, launch, log, packageBin, ROOT } from '../lib/launch.mjs'
import { ensurePostgres, NO_POSTGRES } from '../lib/postgres.mjs'

await launch(() => {
  const { values } = parseArgs({ options: { requests: { type: 'string', default: '10000' } } })
  ensureInstalled()
  const postgres = ensurePostgres(log)
  if (!postgres) throw new Error(NO_POSTGRES)
  const runs = [
    ['vitest', 'src/server/backup/drill.heavy.test.ts'],
    ['vitest.postgres', 'src/server/backup/backup.postgres.test.ts'],
  ]
  for (const [config, file] of runs) {
    const args = ['run', file, `--config=${config}.config.ts`, '--reporter=verbose', '-t', 'a drill of']
    const env = { ...process.env, FAULTS: 'full', REQUESTS: values.requests, POSTGRES_BIN: postgres }
    const { status } = spawnSync(findNode(), [packageBin('vitest', 'vitest.mjs'), ...args], {
      cwd: ROOT,
      env,
      stdio: 'inherit',
    })
    if (status !== 0) process.exit(1)
  }
})

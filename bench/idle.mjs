// Measures what an idle product takes, a minute after its start, with a new data folder: `npm run bench:idle`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../tools/lib/free-port.mjs'
import { ensureBuilt, ensureInstalled, findNode, launch, log, NODE_FLAGS, ROOT } from '../tools/lib/launch.mjs'
import { cpuSeconds, memoryMiB, memoryOfEach, startServer, stopAllServers } from './processes.mjs'

const RESIDENT_MAX_MIB = 250
const CPU_MAX_PERCENT = 1
const SETTLE_S = 60
const MEASURE_S = 60

await launch(async () => {
  ensureInstalled()
  const node = findNode()
  ensureBuilt(node)
  const scratch = mkdtempSync(join(tmpdir(), 'skyfurrow-idle-'))
  const port = await freePort()
  try {
    const { pid } = await startServer({
      program: node,
      args: [...NODE_FLAGS, 'src/server/main.ts', 'serve'],
      cwd: ROOT,
      env: { NODE_ENV: 'development', DEMO_TRIAL: 'off', PORT: String(port), DATA_DIR: join(scratch, 'data') },
      url: `http://127.0.0.1:${port}/readyz`,
    })
    await wait(SETTLE_S * 1000)
    const before = cpuSeconds(pid)
    await wait(MEASURE_S * 1000)
    const percent = ((cpuSeconds(pid) - before) / MEASURE_S) * 100
    const resident = memoryMiB(pid)
    for (const { name, resident: own, shared } of memoryOfEach(pid))
      log(`${own.toFixed(0).padStart(6)} MiB resident, ${shared.toFixed(0).padStart(4)} MiB proportional  ${name}`)
    log(`${resident.toFixed(0)} MiB resident in all processes (at most ${RESIDENT_MAX_MIB})`)
    log(`${percent.toFixed(2)} % of a core (at most ${CPU_MAX_PERCENT})`)
    if (resident > RESIDENT_MAX_MIB || percent > CPU_MAX_PERCENT) process.exitCode = 1
  } finally {
    await stopAllServers()
    rmSync(scratch, { recursive: true })
  }
})

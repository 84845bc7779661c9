// Measures what an idle product takes, two minutes after its start, with a new data folder: `npm run bench:idle`. Memory that processes
// share is counted once; the sum of what each has resident is printed, too.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureBuilt, ensureInstalled, findNode, launch, log } from '../tools/lib/launch.mjs'
import { cpuSeconds, memoryMiB, memoryOfEach, startDevelopment, stopAllServers } from './processes.mjs'

const MEMORY_MAX_MIB = 250
const CPU_MAX_PERCENT = 1
const SETTLE_S = 90
const MEASURE_S = 60

await launch(async () => {
  ensureInstalled()
  const node = findNode()
  ensureBuilt(node)
  const scratch = mkdtempSync(join(tmpdir(), 'skyfurrow-idle-'))
  try {
    const { child } = await startDevelopment({ node, folder: join(scratch, 'data') })
    const { pid } = child
    await wait(SETTLE_S * 1000)
    const before = cpuSeconds(pid)
    await wait(MEASURE_S * 1000)
    const percent = ((cpuSeconds(pid) - before) / MEASURE_S) * 100
    const each = memoryOfEach(pid)
    for (const { name, resident, shared } of each)
      log(`${resident.toFixed(0).padStart(6)} MiB resident, ${shared.toFixed(0).padStart(4)} MiB of its own  ${name}`)
    const memory = each.reduce((sum, { shared }) => sum + shared, 0)
    log(
      `${memory.toFixed(0)} MiB in all processes (at most ${MEMORY_MAX_MIB}), ${memoryMiB(pid).toFixed(0)} MiB with what they share counted for each`,
    )
    log(`${percent.toFixed(2)} % of a core (at most ${CPU_MAX_PERCENT})`)
    if (memory > MEMORY_MAX_MIB || percent > CPU_MAX_PERCENT) process.exitCode = 1
  } finally {
    await stopAllServers()
    rmSync(scratch, { recursive: true })
  }
})

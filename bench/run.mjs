// Measures the embedded store beside its alternatives, in one interleaved run: `npm run bench`. `-- --quick` takes two minutes
// and writes no file; `--rounds=` and `--mib=` (of the file sent) set other values.
import { fork } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, findNode, launch, ROOT } from '../tools/lib/launch.mjs'
import { compareMemory, compareReceiving, compareSending, completeLarge, longestTurn } from './compare.mjs'
import { numberOption } from './options.mjs'
import { startNginx, startTus } from './peers.mjs'
import { stopAllServers, untilIdle } from './processes.mjs'
import { describeMachine, judge, publish, toMarkdown } from './report.mjs'
import { startSkyfurrow } from './skyfurrow.mjs'

const MIB = 1024 * 1024
const GIB = 1024 * MIB
const CACHE = join(ROOT, '.cache/bench')
const SCRATCH = join(CACHE, 'run')

const isQuick = process.argv.includes('--quick')
const parts = Array(4).fill((numberOption('mib', isQuick ? 512 : 2048) / 4) * MIB)
const plan = {
  rounds: numberOption('rounds', isQuick ? 3 : 5),
  parts,
  atOnceParts: Array(20).fill((isQuick ? 32 : 96) * MIB),
  largeParts: Array(Math.floor(largeBytes() / parts[0])).fill(parts[0]),
}

/** 100 GiB, or half of what this disk has free: the server refuses an upload that would not fit. */
function largeBytes() {
  const { bavail, bsize } = statfsSync(ROOT)
  return Math.min(100 * GIB, (bavail * bsize) / 2)
}

await launch(async () => {
  ensureInstalled()
  const node = findNode()
  rmSync(SCRATCH, { recursive: true, force: true })
  mkdirSync(SCRATCH, { recursive: true })
  const client = fork(join(import.meta.dirname, 'client.mjs'), { execPath: node })
  const end = async () => {
    client.kill()
    await stopAllServers()
    rmSync(SCRATCH, { recursive: true, force: true, maxRetries: 5 })
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end().then(() => process.exit(1)))
  try {
    const run = { ...plan, client, scratch: SCRATCH }
    const memory = await compareMemory(run, (name) => startAll(node, join(SCRATCH, name), plan.atOnceParts[0]))
    const servers = await startAll(node, join(SCRATCH, 'servers'), parts[0])
    const received = await compareReceiving(run, servers)
    const sent = await compareSending(run, await startSenders(node, servers[0]))
    const completion = await completeLarge(run, servers[0])
    const watched = await startSkyfurrow({
      scratch: join(SCRATCH, 'watched'),
      node,
      partBytes: parts[0],
      isWatched: true,
    })
    const measured = { ...plan, memory, received, sent, completion, turn: await longestTurn(run, watched) }
    const verdicts = judge(measured)
    const text = toMarkdown({ machine: describeMachine({ node, folder: SCRATCH, servers }), measured, verdicts })
    publish(text, { name: 'storage', isWhole: !isQuick })
    process.exitCode = verdicts.every(({ isMet }) => isMet) ? 0 : 1
  } finally {
    await end()
  }
})

/** Skyfurrow first; nginx only where it is installed. */
async function startAll(node, scratch, partBytes) {
  const skyfurrow = await startSkyfurrow({ scratch, node, partBytes })
  const nginx = await startNginx({ scratch })
  const tus = await startTus({ scratch, node, packages: join(CACHE, 'peers') })
  await untilIdle(skyfurrow.pid)
  return [skyfurrow, ...(nginx ? [nginx] : []), tus]
}

async function startSenders(node, skyfurrow) {
  const scratch = join(SCRATCH, 'senders')
  const [partBytes] = parts
  const behind = await startSkyfurrow({ scratch, node, partBytes, nginxSendsFiles: 'on' })
  return { skyfurrow, behind, nginx: await startNginx({ scratch, product: behind }) }
}

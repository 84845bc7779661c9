import { resolve } from 'node:path'
import { GO_ON, upload } from './upload.ts'
import { readWanted, USAGE, UsageFault } from './usage.ts'

// Should it ever write anything, it is for this user alone.
process.umask(0o077)

const EXIT_CODES = { failed: 1, usage: 2, SIGINT: 130, SIGTERM: 143 } as const

async function run(args: string[], signal: AbortSignal): Promise<void> {
  const wanted = readWanted(args, process.env)
  if (!wanted) return void process.stdout.write(USAGE)
  // The launcher runs this elsewhere than where it was called.
  const path = resolve(process.env['SKYFURROW_CALLED_FROM'] ?? '.', wanted.path)
  await upload({ ...wanted, path }, { screen: process.stdout, complaints: process.stderr, signal })
}

const stop = new AbortController()
let stoppedBy: 'SIGINT' | 'SIGTERM' | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stoppedBy ??= signal
    stop.abort()
  })

try {
  await run(process.argv.slice(2), stop.signal)
  process.exit(0)
} catch (error) {
  if (stoppedBy) {
    process.stderr.write(`\nStopped. ${GO_ON}\n`)
    process.exit(EXIT_CODES[stoppedBy])
  }
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (!(error instanceof UsageFault)) process.exit(EXIT_CODES.failed)
  process.stderr.write('\n`skyfurrow upload --help` tells more.\n')
  process.exit(EXIT_CODES.usage)
}

import { resolve } from 'node:path'
import { parseArguments, USAGE, UsageError } from './arguments.ts'
import { RESUME_HINT, upload } from './upload.ts'

// All files that the program writes are readable by this user only.
process.umask(0o077)

const EXIT_CODES = { failed: 1, usage: 2, SIGINT: 130, SIGTERM: 143 } as const

async function run(args: string[], signal: AbortSignal): Promise<void> {
  const { env } = process
  const parsed = parseArguments(args, env)
  if (!parsed) return void process.stdout.write(USAGE)
  // The launcher changes the working directory.
  const path = resolve(env['SKYFURROW_CALLED_FROM'] ?? '.', parsed.path)
  await upload({ ...parsed, path }, { stdout: process.stdout, stderr: process.stderr, signal })
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
    process.stderr.write(`\nStopped. ${RESUME_HINT}\n`)
    process.exit(EXIT_CODES[stoppedBy])
  }
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (!(error instanceof UsageError)) process.exit(EXIT_CODES.failed)
  process.stderr.write('\nSee `skyfurrow upload --help`.\n')
  process.exit(EXIT_CODES.usage)
}

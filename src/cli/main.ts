import { resolve } from 'node:path'
import { MAPS_USAGE, parseArguments, parseMapsArguments, USAGE, UsageError } from './arguments.ts'
import { RESUME_HINT } from './send-file.ts'
import { upload } from './upload.ts'
import { uploadMaps } from './upload-maps.ts'

// All files that the program writes are readable by this user only.
process.umask(0o077)

const EXIT_CODES = { failed: 1, usage: 2, SIGINT: 130, SIGTERM: 143 } as const

/** The launcher changes the working directory. */
const pathOf = (given: string): string => resolve(process.env['SKYFURROW_CALLED_FROM'] ?? '.', given)

const [command, ...args] = process.argv.slice(2)

async function run(signal: AbortSignal): Promise<void> {
  const { env, stdout, stderr } = process
  const context = { stdout, stderr, signal }
  if (command === 'upload-maps') {
    const wanted = parseMapsArguments(args, env)
    if (!wanted) return void stdout.write(MAPS_USAGE)
    return uploadMaps({ ...wanted, paths: wanted.paths.map(pathOf) }, context)
  }
  const wanted = parseArguments(args, env)
  if (!wanted) return void stdout.write(USAGE)
  await upload({ ...wanted, path: pathOf(wanted.path) }, context)
}

const stop = new AbortController()
let stoppedBy: 'SIGINT' | 'SIGTERM' | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stoppedBy ??= signal
    stop.abort()
  })

try {
  await run(stop.signal)
  process.exit(0)
} catch (error) {
  if (stoppedBy) {
    process.stderr.write(`\nStopped. ${RESUME_HINT}\n`)
    process.exit(EXIT_CODES[stoppedBy])
  }
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (!(error instanceof UsageError)) process.exit(EXIT_CODES.failed)
  process.stderr.write(`\nSee \`skyfurrow ${command} --help\`.\n`)
  process.exit(EXIT_CODES.usage)
}

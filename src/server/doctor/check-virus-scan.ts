import { seconds } from '#domain/units.ts'
import { runScanner } from '../adapters/scanner/run-scanner.ts'
import { type DoctorContext, type Finding, fail, ok, reasonOf, skipped } from './finding.ts'

const TIMEOUT_MS = seconds(60)

/** Scans an empty file. */
export async function* checkVirusScan({ config }: DoctorContext): AsyncGenerator<Finding> {
  const { virusScan: command, roles } = config
  if (!command) {
    yield skipped('virus scanner', 'none is set (VIRUS_SCAN_COMMAND)')
    return
  }
  if (!roles.includes('worker')) return
  try {
    const { verdict } = await runScanner({ command, pieces: emptyFile(), signal: AbortSignal.timeout(TIMEOUT_MS) })
    yield verdict === 'clean'
      ? ok('virus scanner', `${command[0]} can be run`)
      : fail(
          'virus scanner',
          `${command[0]} calls an empty file infected`,
          'It must exit with 0 for clean, 1 for infected.',
        )
  } catch (error) {
    yield fail(
      'virus scanner',
      `${command[0]} can't be run: ${reasonOf(error)}`,
      'Install it, start its service, or correct VIRUS_SCAN_COMMAND.',
    )
  }
}

async function* emptyFile(): AsyncGenerator<Uint8Array> {
  // Yields no bytes.
}

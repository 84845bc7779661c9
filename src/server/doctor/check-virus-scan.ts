import { seconds } from '#domain/units.ts'
import { openScanner } from '../adapters/scanner/scanner.ts'
import { type DoctorContext, type Finding, fail, ok, reasonOf, skipped } from './finding.ts'

const TIMEOUT_MS = seconds(60)

/** Scans an empty file. */
export async function* checkVirusScan({ config }: DoctorContext): AsyncGenerator<Finding> {
  const { virusScan, jobWeights } = config
  if (!virusScan) {
    yield skipped('virus scanner', 'not configured (VIRUS_SCAN_COMMAND)')
    return
  }
  if (!jobWeights.includes('heavy')) return
  const [program] = virusScan.command
  try {
    const { verdict } = await openScanner({ ...virusScan, signal: AbortSignal.timeout(TIMEOUT_MS) }).end()
    yield verdict === 'clean'
      ? ok('virus scanner', `${program} can be run`)
      : fail(
          'virus scanner',
          `${program} reports an empty file as infected`,
          'It must exit with 0 for clean, 1 for infected.',
        )
  } catch (error) {
    yield fail(
      'virus scanner',
      `${program} can't be run: ${reasonOf(error)}`,
      'Install it, start its service, or correct VIRUS_SCAN_COMMAND.',
    )
  }
}

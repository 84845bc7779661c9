import type { ReportCategory } from '#domain/analyses.ts'
import { type Flight, SEVERITY_NAMES, summarizeFlight } from '#domain/flights.ts'
import { describeFlight } from '#imagery/flights/describe-flight.ts'
import { lookAtArchive } from '#imagery/flights/look-at-archive.ts'
import type { UploadSource } from '#transfer/upload-source.ts'
import type { CliContext } from './send-file.ts'

type Asked = { outputs: readonly ReportCategory[]; heightMetres: number | null }

/** Names of photos that are printed with a finding. */
const NAMES_MAX = 5

/** Prints what the photos say of the flight. @returns whether something was found that should be looked at before sending */
export async function checkFlight(
  archive: UploadSource,
  asked: Asked,
  { stdout, stderr, signal }: CliContext,
): Promise<boolean> {
  const flight = await readFlight(archive, asked, signal)
  if (!flight) return false
  const summary = summarizeFlight(flight)
  if (summary) stdout.write(`${summary}.\n`)
  for (const { severity, message, photos } of flight.checks) {
    const more = photos.length > NAMES_MAX ? ', …' : ''
    const names = photos.length > 0 ? ` (${photos.slice(0, NAMES_MAX).join(', ')}${more})` : ''
    ;(severity === 'inform' ? stdout : stderr).write(`${SEVERITY_NAMES[severity]}: ${message}${names}\n`)
  }
  return flight.checks.some(({ severity }) => severity !== 'inform')
}

/** Undefined for what has no photos to look at; the upload itself reports a file that can't be read. */
async function readFlight(archive: UploadSource, asked: Asked, signal: AbortSignal): Promise<Flight | undefined> {
  const readRange = async (from: number, to: number) => new Uint8Array(await archive.slice(from, to).arrayBuffer())
  try {
    const { found } = await lookAtArchive({ size: archive.size, readRange, signal })
    if (!found || found.photos.length === 0) return undefined
    const { photos, files, others } = found
    return describeFlight(photos, { ...asked, files, others })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof DOMException) return undefined
    throw error
  }
}

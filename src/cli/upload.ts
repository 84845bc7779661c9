import { describeWarnings, summarize } from '#domain/archive/messages.ts'
import { displayName } from '#domain/display-names.ts'
import { inspectSource } from '#transfer/inspect-source.ts'
import type { UploadSource } from '#transfer/upload-source.ts'
import type { UploadArguments } from './arguments.ts'
import { checkFlight } from './check-flight.ts'
import { type CliContext, sendFile } from './send-file.ts'
import { signedIn } from './signed-in.ts'
import { openSourceFile } from './source-file.ts'
import { archiveCalls } from './upload-calls.ts'

/** Uploads the archive and submits its request. The messages of its errors say what to do. */
export async function upload(wanted: UploadArguments, { stdout, stderr, signal }: CliContext): Promise<void> {
  const archive = await openSourceFile(wanted.path)
  await printContents(archive, { stdout, stderr })
  const isDoubtful = await checkFlight(archive, wanted, { stdout, stderr, signal })
  if (isDoubtful && wanted.isStrict)
    throw new Error('Nothing was sent, because of what was found above. Without --strict it is sent all the same.')
  await signedIn(wanted, signal, async (session, projectType) => {
    const { outputs: reportCategories, description, heightMetres } = wanted
    const flight = heightMetres === null ? undefined : { heightMetres, controlPointsEpsg: [] }
    const calls = archiveCalls(session, { projectType, description, reportCategories, flight })
    await sendFile(calls, archive, { stdout, stderr, signal })
  })
}

/** Prints the contents and warnings of an archive before the upload. Warnings do not prevent it. */
async function printContents(
  archive: UploadSource,
  { stdout, stderr }: Pick<CliContext, 'stdout' | 'stderr'>,
): Promise<void> {
  const inspection = await inspectSource(archive).catch(() => undefined)
  // The upload itself reports a file that cannot be read.
  if (!inspection) return
  stdout.write(`${displayName(archive.name)}: ${summarize(inspection)}.\n`)
  const warnings = describeWarnings(inspection)
  if (warnings.length > 0) stderr.write(`Warning: ${warnings.join(' ')}\n`)
}

import { displayName } from '#domain/display-names.ts'
import { formatBytes } from '#domain/units.ts'
import type { UploadCalls } from '#transfer/transfer.ts'
import { createUploadEngine, type UploadEngine } from '#transfer/upload-engine.ts'
import type { UploadSource } from '#transfer/upload-source.ts'
import { showProgress } from './show-progress.ts'
import { messageOf } from './signed-in.ts'
import { isUnchanged } from './source-file.ts'

export const RESUME_HINT = 'What has arrived is kept; run the same command again to resume.'

export type CliContext = { stdout: NodeJS.WriteStream; stderr: NodeJS.WriteStream; signal: AbortSignal }

/** Sends a file and has the server compare it. Resolves to its id. */
export async function sendFile(
  calls: UploadCalls,
  file: UploadSource,
  { stdout, stderr, signal }: CliContext,
): Promise<string> {
  const engine = await send(calls, { file, stdout, signal })
  stdout.write('The upload is complete. Hashing the file so the server can verify it.\n')
  const unreadable = 'the file could not be read completely'
  const problem = await engine.confirmed().then((isConfirmed) => (isConfirmed ? undefined : unreadable), messageOf)
  if (problem !== undefined) stderr.write(`It could not be verified: ${problem}.\n`)
  stdout.write(`Uploaded ${displayName(file.name)} (${formatBytes(file.size)}).\n`)
  return engine.getSnapshot().open?.id ?? ''
}

type Sending = Pick<CliContext, 'stdout' | 'signal'> & { file: UploadSource }

async function send(calls: UploadCalls, { file, stdout, signal }: Sending): Promise<UploadEngine> {
  signal.throwIfAborted()
  const engine = createUploadEngine(calls, file)
  const hideProgress = showProgress(engine, stdout)
  signal.addEventListener('abort', engine.stop)
  await engine.start()
  signal.removeEventListener('abort', engine.stop)
  hideProgress()
  signal.throwIfAborted()
  const { state, reason = '' } = engine.getSnapshot()
  if (state === 'completed') return engine
  if (await isUnchanged(file)) throw new Error(`${reason}\n${RESUME_HINT}`)
  throw new Error(
    `${displayName(file.name)} was changed, moved or removed while it was being sent. Nothing was submitted.\n` +
      'Run the same command again to send the file as it is now.',
  )
}

import { checkEmail } from '#domain/accounts.ts'
import { describeWarnings, summarize } from '#domain/archive/messages.ts'
import { displayName } from '#domain/display-names.ts'
import { checkSecondFactorCode } from '#domain/second-factor.ts'
import { formatBytes, seconds } from '#domain/units.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { CallError } from '#transfer/call-error.ts'
import { inspectSource } from '#transfer/inspect-source.ts'
import { retryWhileRateLimited } from '#transfer/retry.ts'
import type { UploadCalls } from '#transfer/transfer.ts'
import { createUploadEngine, type UploadEngine } from '#transfer/upload-engine.ts'
import type { UploadSource } from '#transfer/upload-source.ts'
import { isUnchanged, openArchive } from './archive.ts'
import { archiveCalls } from './archive-calls.ts'
import { type UploadArguments, UsageError } from './arguments.ts'
import { checkFlight } from './check-flight.ts'
import { prompt, promptSecret } from './prompt.ts'
import { openSession } from './session.ts'
import { showProgress } from './show-progress.ts'

export const RESUME_HINT = 'What has arrived is kept; run the same command again to resume.'
const LOGOUT_TIMEOUT_MS = seconds(3)

type CliContext = { stdout: NodeJS.WriteStream; stderr: NodeJS.WriteStream; signal: AbortSignal }

/** Uploads the archive and submits its request. The messages of its errors say what to do. */
export async function upload(wanted: UploadArguments, { stdout, stderr, signal }: CliContext): Promise<void> {
  const archive = await openArchive(wanted.path)
  await printContents(archive, { stdout, stderr })
  const isDoubtful = await checkFlight(archive, wanted, { stdout, stderr, signal })
  if (isDoubtful && wanted.isStrict)
    throw new Error('Nothing was sent, because of what was found above. Without --strict it is sent all the same.')
  const credentials = await promptForCredentials(wanted, signal)
  const login = { ...credentials, promptForCode: codeSource(wanted, signal), signal }
  const session = await openSession(wanted.server, login).catch(nothingUploaded(wanted.server))
  try {
    // The server decides whether this person may upload.
    await retryWhileRateLimited(() => session.call('listOpenUploads', { signal }), signal).catch(
      nothingUploaded(wanted.server),
    )
    const { outputs: reportCategories, description, heightMetres } = wanted
    const flight = heightMetres === null ? undefined : { heightMetres, controlPointsEpsg: [] }
    const projectType = chooseProject(session.person.assignedProjects, wanted.project)
    const calls = archiveCalls(session, { projectType, description, reportCategories, flight })
    const { confirmed } = await uploadArchive(calls, { archive, stdout, signal })

    stdout.write('The upload is complete. Hashing the file so the server can verify it.\n')
    const unreadable = 'the file could not be read completely'
    const problem = await confirmed().then((isConfirmed) => (isConfirmed ? undefined : unreadable), messageOf)
    if (problem !== undefined) stderr.write(`It could not be verified: ${problem}.\n`)
    stdout.write(`Uploaded ${displayName(archive.name)} (${formatBytes(archive.size)}).\n`)
  } finally {
    await session.logOut(AbortSignal.timeout(LOGOUT_TIMEOUT_MS))
  }
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

async function promptForCredentials(
  wanted: UploadArguments,
  signal: AbortSignal,
): Promise<{ email: string; password: string }> {
  const noEmail = 'Whose account? Pass --email <address>, or set SKYFURROW_EMAIL.'
  const email = wanted.email ?? (await prompt('Email: ', { noTerminal: noEmail, signal }))
  const problem = checkEmail(email)
  if (problem) throw new UsageError(problem)
  const noPassword = 'There is no terminal to ask for the password. Set SKYFURROW_PASSWORD.'
  const password = wanted.password ?? (await promptSecret('Password: ', { noTerminal: noPassword, signal }))
  return { email, password }
}

/** The code from the environment works once, like every code. Further codes need a terminal. */
function codeSource({ code }: UploadArguments, signal: AbortSignal): () => Promise<string> {
  let given = code
  return async () => {
    const answer = given ?? (await prompt('Code from your authenticator app: ', { noTerminal: NO_CODE, signal }))
    given = undefined
    const problem = checkSecondFactorCode(answer)
    if (problem) throw new UsageError(problem)
    return answer
  }
}

const NO_CODE =
  'Your account needs a code, and there is no terminal to ask for it. Set SKYFURROW_CODE to a code from your authenticator app, or to a recovery code.'

function chooseProject(assigned: readonly string[], wanted: string): string {
  const label = projectTypeLabel(wanted.trim()).toLowerCase()
  const project = assigned.find((name) => projectTypeLabel(name).toLowerCase() === label)
  if (project !== undefined) return project
  if (assigned.length === 0) throw new UsageError('No project has been assigned to you yet. Please contact us.')
  const list = assigned.map((name) => `  ${projectTypeLabel(name)}`).join('\n')
  throw new UsageError(`The project ${displayName(wanted)} is not assigned to you. Yours are:\n${list}`)
}

type Sending = Pick<CliContext, 'stdout' | 'signal'> & { archive: UploadSource }

async function uploadArchive(calls: UploadCalls, { archive, stdout, signal }: Sending): Promise<UploadEngine> {
  signal.throwIfAborted()
  const engine = createUploadEngine(calls, archive)
  const hideProgress = showProgress(engine, stdout)
  signal.addEventListener('abort', engine.stop)
  await engine.start()
  signal.removeEventListener('abort', engine.stop)
  hideProgress()
  signal.throwIfAborted()
  const { state, reason = '' } = engine.getSnapshot()
  if (state === 'completed') return engine
  if (await isUnchanged(archive)) throw new Error(`${reason}\n${RESUME_HINT}`)
  throw new Error(
    `${displayName(archive.name)} was changed, moved or removed while it was being sent. Nothing was submitted.\n` +
      'Run the same command again to send the file as it is now.',
  )
}

const nothingUploaded = (server: string) => (error: unknown) => {
  if (!(error instanceof CallError)) throw error
  const reason = error.status === 0 ? `${server} doesn't respond` : messageOf(error)
  throw new Error(`${reason}.\nNothing was sent. Run the same command again when this is fixed.`, { cause: error })
}

const messageOf = (error: unknown): string =>
  (error instanceof Error && error.message.replace(/\.$/, '')) || "the server doesn't respond"

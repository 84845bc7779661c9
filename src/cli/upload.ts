import { checkEmail } from '#domain/accounts.ts'
import { describeWarnings, summarize } from '#domain/archive/messages.ts'
import { checkSecondFactorCode } from '#domain/second-factor.ts'
import { showName } from '#domain/shown-names.ts'
import { formatBytes, seconds } from '#domain/units.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { CallFault } from '#transfer/call-fault.ts'
import { inspectSource } from '#transfer/inspect-source.ts'
import type { UploadCalls } from '#transfer/transfer.ts'
import { untilTaken } from '#transfer/until-answered.ts'
import { createUploadEngine, type UploadEngine } from '#transfer/upload-engine.ts'
import type { UploadSource } from '#transfer/upload-source.ts'
import { isUnchanged, openArchive } from './archive.ts'
import { archiveCalls } from './archive-calls.ts'
import { ask, askSecretly } from './ask.ts'
import { openSession } from './session.ts'
import { showProgress } from './show-progress.ts'
import { UsageFault, type Wanted } from './usage.ts'

export const GO_ON = 'What has arrived is kept; run the same command again to go on.'
const LOGOUT_MS = seconds(3)

type Surroundings = { screen: NodeJS.WriteStream; complaints: NodeJS.WriteStream; signal: AbortSignal }

/** Sends the archive and submits its request. What it throws says in plain words why it could not, and what to do. */
export async function upload(wanted: Wanted, { screen, complaints, signal }: Surroundings): Promise<void> {
  const archive = await openArchive(wanted.path)
  await tellContents(archive, { screen, complaints })
  const credentials = await askForCredentials(wanted, signal)
  const login = { ...credentials, askForCode: codeSource(wanted, signal), signal }
  const session = await openSession(wanted.server, login).catch(nothingSent(wanted.server))
  try {
    // The server knows best whether this person may upload, and says why not.
    await untilTaken(() => session.call('listOpenUploads', { signal }), signal).catch(nothingSent(wanted.server))
    const { outputs: reportCategories, description } = wanted
    const projectType = chooseProject(session.person.assignedProjects, wanted.project)
    const calls = archiveCalls(session, { projectType, description, reportCategories })
    const { confirmed } = await sendWhole(calls, { archive, screen, signal })

    screen.write('All of it has arrived. Reading the file to its end, so that the server can compare.\n')
    const unread = 'the file could not be read to its end'
    const fault = await confirmed().then((told) => (told ? undefined : unread), wordsOf)
    if (fault !== undefined) complaints.write(`It was not compared: ${fault}.\n`)
    screen.write(`Uploaded ${showName(archive.name)} (${formatBytes(archive.size)}).\n`)
  } finally {
    await session.logOut(AbortSignal.timeout(LOGOUT_MS))
  }
}

/** Told before anything is sent; what is wrong with an archive keeps nobody from sending it. */
async function tellContents(
  archive: UploadSource,
  { screen, complaints }: Pick<Surroundings, 'screen' | 'complaints'>,
): Promise<void> {
  const inspection = await inspectSource(archive).catch(() => undefined)
  // What can't be read is told by the upload itself.
  if (!inspection) return
  screen.write(`${showName(archive.name)}: ${summarize(inspection)}.\n`)
  const warnings = describeWarnings(inspection)
  if (warnings.length > 0) complaints.write(`Warning: ${warnings.join(' ')}\n`)
}

async function askForCredentials(wanted: Wanted, signal: AbortSignal): Promise<{ email: string; password: string }> {
  const whose = 'Whose account? Say --email <address>, or set SKYFURROW_EMAIL.'
  const email = wanted.email ?? (await ask('Email: ', { otherwise: whose, signal }))
  const fault = checkEmail(email)
  if (fault) throw new UsageFault(fault)
  const unknown = 'There is no terminal to ask for the password on. Set SKYFURROW_PASSWORD.'
  const password = wanted.password ?? (await askSecretly('Password: ', { otherwise: unknown, signal }))
  return { email, password }
}

/** The code of the environment is good for once, as every code is; after it, somebody has to be there. */
function codeSource({ code }: Wanted, signal: AbortSignal): () => Promise<string> {
  let given = code
  return async () => {
    const answer = given ?? (await ask('Code from your authenticator app: ', { otherwise: NO_CODE, signal }))
    given = undefined
    const fault = checkSecondFactorCode(answer)
    if (fault) throw new UsageFault(fault)
    return answer
  }
}

const NO_CODE =
  'Your account asks for a code, and there is no terminal to ask on. Set SKYFURROW_CODE to what your authenticator app shows, or to a recovery code.'

function chooseProject(assigned: readonly string[], wanted: string): string {
  const label = projectTypeLabel(wanted.trim()).toLowerCase()
  const project = assigned.find((name) => projectTypeLabel(name).toLowerCase() === label)
  if (project !== undefined) return project
  if (assigned.length === 0) throw new UsageFault('No project is assigned to you yet. Ask staff for one.')
  const list = assigned.map((name) => `  ${projectTypeLabel(name)}`).join('\n')
  throw new UsageFault(`The project ${showName(wanted)} is not assigned to you. Yours are:\n${list}`)
}

type Sending = Pick<Surroundings, 'screen' | 'signal'> & { archive: UploadSource }

async function sendWhole(calls: UploadCalls, { archive, screen, signal }: Sending): Promise<UploadEngine> {
  signal.throwIfAborted()
  const engine = createUploadEngine(calls, archive)
  const hideProgress = showProgress(engine, screen)
  signal.addEventListener('abort', engine.cancel)
  await engine.start()
  signal.removeEventListener('abort', engine.cancel)
  hideProgress()
  signal.throwIfAborted()
  const { state, reason = '' } = engine.getSnapshot()
  if (state === 'completed') return engine
  if (await isUnchanged(archive)) throw new Error(`${reason}\n${GO_ON}`)
  throw new Error(
    `${showName(archive.name)} was changed, moved or removed while it was being sent. Nothing was submitted.\n` +
      'Run the same command again to send the file as it is now.',
  )
}

const nothingSent = (server: string) => (error: unknown) => {
  if (!(error instanceof CallFault)) throw error
  const reason = error.status === 0 ? `${server} does not answer` : wordsOf(error)
  throw new Error(`${reason}.\nNothing was sent. Run the same command again when that is put right.`, { cause: error })
}

const wordsOf = (error: unknown): string =>
  (error instanceof Error && error.message.replace(/\.$/, '')) || 'the server does not answer'

import { checkEmail } from '#domain/accounts.ts'
import { displayName } from '#domain/display-names.ts'
import { checkSecondFactorCode } from '#domain/second-factor.ts'
import { seconds } from '#domain/units.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { CallError } from '#transfer/call-error.ts'
import { retryWhileRateLimited } from '#transfer/retry.ts'
import { type Account, UsageError } from './arguments.ts'
import { prompt, promptSecret } from './prompt.ts'
import { send } from './send.ts'
import { openSession, type Session } from './session.ts'

const LOGOUT_TIMEOUT_MS = seconds(3)

type Calls = Pick<Session, 'call'>
type Opened = Calls & { projectsOf: () => Promise<string[]>; logOut: Session['logOut'] }

/**
 * Signs in, does the work for one of the person's projects, and signs out; an API token needs no session. Rejects before any of it
 * where they may not upload.
 */
export async function signedIn(
  wanted: Account,
  signal: AbortSignal,
  work: (session: Calls, projectType: string) => Promise<void>,
): Promise<void> {
  const { server, token } = wanted
  const session = token === undefined ? await logIn(wanted, signal) : withToken(server, token)
  try {
    // The server decides whether this person may upload.
    await retryWhileRateLimited(() => session.call('listOpenUploads', { signal }), signal).catch(
      nothingUploaded(server),
    )
    await work(session, chooseProject(await session.projectsOf(), wanted.project))
  } finally {
    await session.logOut(AbortSignal.timeout(LOGOUT_TIMEOUT_MS))
  }
}

async function logIn(wanted: Account, signal: AbortSignal): Promise<Opened> {
  const credentials = await promptForCredentials(wanted, signal)
  const login = { ...credentials, promptForCode: codeSource(wanted, signal), signal }
  const session = await openSession(wanted.server, login).catch(nothingUploaded(wanted.server))
  return { ...session, projectsOf: async () => session.person.assignedProjects }
}

function withToken(server: string, accessToken: string): Opened {
  const { call }: Calls = { call: (name, input = {}) => send(server, name, { ...input, accessToken }) }
  return { call, projectsOf: async () => (await call('getProfile')).data.projectTypes, logOut: async () => undefined }
}

async function promptForCredentials(
  wanted: Account,
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
function codeSource({ code }: Account, signal: AbortSignal): () => Promise<string> {
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

const nothingUploaded = (server: string) => (error: unknown) => {
  if (!(error instanceof CallError)) throw error
  const reason = error.status === 0 ? `${server} doesn't respond` : messageOf(error)
  throw new Error(`${reason}.\nNothing was sent. Run the same command again when this is fixed.`, { cause: error })
}

export const messageOf = (error: unknown): string =>
  (error instanceof Error && error.message.replace(/\.$/, '')) || "the server doesn't respond"

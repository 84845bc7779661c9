import type { LoginData } from '#contract/accounts.ts'
import type { BodyIn, EndpointName, ReplyOf } from '#contract/api.ts'
import { hours } from '#domain/units.ts'
import { CallError } from '#transfer/call-error.ts'
import { type CallInput, FieldError, send } from './send.ts'

export type Session = {
  /** The logged-in person, from the reply to the login. */
  person: LoginData
  /** Calls an endpoint, and refreshes an expired access token first. */
  call: <Name extends EndpointName>(name: Name, input?: CallInput<Name>) => Promise<ReplyOf<Name>>
  /** Ends the session on the server, if it answers in time. */
  logOut: (until: AbortSignal) => Promise<void>
}

/** A part may take longer than the idle timeout of a session. */
const REFRESH_INTERVAL_MS = hours(1)

type Login = {
  email: string
  password: string
  /** Prompts for a code, if the account has a second factor. */
  promptForCode: () => Promise<string>
  signal?: AbortSignal
  refreshIntervalMs?: number
}

/** Logs in. Tokens and credentials are kept in memory, because the server may be unreachable for longer than the session lasts. */
export async function openSession(server: string, login: Login): Promise<Session> {
  const person = await logIn(server, login)
  let tokens = person
  let running: Promise<void> | undefined

  const exchange = async () => {
    try {
      tokens = (await send(server, 'refreshSession', { body: { refreshToken: tokens.refreshToken } })).data
    } catch (error) {
      if (!isUnauthorized(error)) throw error
      tokens = await logIn(server, login)
    }
  }
  /** A refresh token works once, so concurrent calls with a rejected access token share one refresh. */
  const refresh = async (rejected: string) => {
    if (tokens.accessToken !== rejected) return
    running ??= exchange().finally(() => (running = undefined))
    await running
  }

  // A failed refresh is retried with the next call.
  const keepAlive = setInterval(
    () => void refresh(tokens.accessToken).catch(() => undefined),
    login.refreshIntervalMs ?? REFRESH_INTERVAL_MS,
  )
  keepAlive.unref()

  return {
    person,
    async call(name, input = {}) {
      const { accessToken } = tokens
      try {
        return await send(server, name, { ...input, accessToken })
      } catch (error) {
        if (!isUnauthorized(error)) throw error
        await refresh(accessToken)
        return send(server, name, { ...input, accessToken: tokens.accessToken })
      }
    },
    async logOut(until) {
      clearInterval(keepAlive)
      await send(server, 'logOut', { body: { refreshToken: tokens.refreshToken }, signal: until }).catch(
        () => undefined,
      )
    },
  }
}

async function logIn(server: string, { email, password, promptForCode, signal }: Login): Promise<LoginData> {
  const attempt = async (code: Pick<BodyIn<'logIn'>, 'code'>) =>
    (await send(server, 'logIn', { body: { email, password, ...code }, ...(signal ? { signal } : {}) })).data
  try {
    return await attempt({})
  } catch (error) {
    if (!(error instanceof FieldError && error.fields.includes('code'))) throw error
    return attempt({ code: await promptForCode() })
  }
}

const isUnauthorized = (error: unknown): boolean => error instanceof CallError && error.status === 401

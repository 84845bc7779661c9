import type { LoginData } from '#contract/accounts.ts'
import type { BodyIn, EndpointName, ReplyOf } from '#contract/api.ts'
import { hours } from '#domain/units.ts'
import { CallFault } from '#transfer/call-fault.ts'
import { type CallInput, FieldFault, send } from './send.ts'

export type Session = {
  /** Who is logged in, as the server said at login. */
  person: LoginData
  /** Calls an endpoint; an access token that has run out is renewed first, without a word. */
  call: <Name extends EndpointName>(name: Name, input?: CallInput<Name>) => Promise<ReplyOf<Name>>
  /** Ends the session there; a server that does not answer by then is left alone. */
  logOut: (until: AbortSignal) => Promise<void>
}

/** A part may be on its way for longer than a session waits for its next call. */
const RENEW_EVERY_MS = hours(1)

type Login = {
  email: string
  password: string
  /** A code of the second factor: asked for when the account has one. */
  askForCode: () => Promise<string>
  signal?: AbortSignal
  renewEveryMs?: number
}

/** Logs in. The tokens are kept in memory, and so are the credentials: a server may be away for longer than a session. */
export async function openSession(server: string, login: Login): Promise<Session> {
  const person = await logIn(server, login)
  let tokens = person
  let renewal: Promise<void> | undefined

  const exchange = async () => {
    try {
      tokens = (await send(server, 'refreshSession', { body: { refreshToken: tokens.refreshToken } })).data
    } catch (error) {
      if (!isRefusal(error)) throw error
      tokens = await logIn(server, login)
    }
  }
  /** A refresh token is good for one use, so those who find theirs refused at the same time wait for one renewal. */
  const renew = async (refused: string) => {
    if (tokens.accessToken !== refused) return
    renewal ??= exchange().finally(() => (renewal = undefined))
    await renewal
  }

  // What fails now is tried again with the next call.
  const keeping = setInterval(
    () => void renew(tokens.accessToken).catch(() => undefined),
    login.renewEveryMs ?? RENEW_EVERY_MS,
  )
  keeping.unref()

  return {
    person,
    async call(name, input = {}) {
      const { accessToken } = tokens
      try {
        return await send(server, name, { ...input, accessToken })
      } catch (error) {
        if (!isRefusal(error)) throw error
        await renew(accessToken)
        return send(server, name, { ...input, accessToken: tokens.accessToken })
      }
    },
    async logOut(until) {
      clearInterval(keeping)
      await send(server, 'logOut', { body: { refreshToken: tokens.refreshToken }, signal: until }).catch(
        () => undefined,
      )
    },
  }
}

async function logIn(server: string, { email, password, askForCode, signal }: Login): Promise<LoginData> {
  const tryTo = async (code: Pick<BodyIn<'logIn'>, 'code'>) =>
    (await send(server, 'logIn', { body: { email, password, ...code }, ...(signal ? { signal } : {}) })).data
  try {
    return await tryTo({})
  } catch (error) {
    if (!(error instanceof FieldFault && error.fields.includes('code'))) throw error
    return tryTo({ code: await askForCode() })
  }
}

const isRefusal = (error: unknown): boolean => error instanceof CallFault && error.status === 401

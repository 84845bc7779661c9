import type { LoginData } from '#contract/accounts.ts'
import type { BodyIn, EndpointName, ReplyOf } from '#contract/api.ts'
import { CallFault } from '#transfer/call-fault.ts'
import { type CallInput, send } from './send.ts'

export type Session = {
  /** Who is logged in, as the server said at login. */
  person: LoginData
  /** Calls an endpoint; an access token that has run out is renewed first, without a word. */
  call: <Name extends EndpointName>(name: Name, input?: CallInput<Name>) => Promise<ReplyOf<Name>>
  /** Ends the session there; a server that does not answer by then is left alone. */
  logOut: (until: AbortSignal) => Promise<void>
}

/** Logs in. The tokens are kept in memory, and so are the credentials: a night may be longer than a session. */
export async function openSession(
  server: string,
  credentials: BodyIn<'logIn'>,
  signal?: AbortSignal,
): Promise<Session> {
  const person = (await send(server, 'logIn', { body: credentials, ...(signal ? { signal } : {}) })).data
  let tokens = person
  let renewal: Promise<void> | undefined

  const exchange = async () => {
    try {
      tokens = (await send(server, 'refreshSession', { body: { refreshToken: tokens.refreshToken } })).data
    } catch (error) {
      if (!isRefusal(error)) throw error
      tokens = (await send(server, 'logIn', { body: credentials })).data
    }
  }
  /** A refresh token is good for one use, so those who find theirs refused at the same time wait for one renewal. */
  const renew = async (refused: string) => {
    if (tokens.accessToken !== refused) return
    renewal ??= exchange().finally(() => (renewal = undefined))
    await renewal
  }

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
      await send(server, 'logOut', { body: { refreshToken: tokens.refreshToken }, signal: until }).catch(
        () => undefined,
      )
    },
  }
}

const isRefusal = (error: unknown): boolean => error instanceof CallFault && error.status === 401

import { api, type EndpointName } from '#contract/api.ts'
import { ApiError, hasStatus } from './api-error.ts'
import { type CallArguments, type CallInput, type FileCall, type Reply, send, sendForFile } from './send.ts'
import { refreshTokens, sessionStore } from './session/current-session.ts'

export { ApiError, hasStatus, serverMessage, UNEXPECTED } from './api-error.ts'
export type { CallInput, Reply } from './send.ts'

/**
 * Calls an endpoint by its name: `call('logIn', { body })`. Sends the access token where the endpoint needs one. When the token is
 * rejected, refreshes the tokens and retries once. When that fails too, the session ends in this browser.
 */
export async function call<Name extends EndpointName>(
  name: Name,
  ...[input]: CallArguments<Name>
): Promise<Reply<Name>> {
  if (api[name].access === 'public') return send(name, input)
  return withSession((token) => send(name, input, token))
}

/** Like `call`, for a file whose body is still to be read. */
export const callForFile = <Name extends FileCall>(name: Name, input: CallInput<Name>): Promise<Response> =>
  withSession((token) => sendForFile(name, input, token))

async function withSession<Result>(ask: (token: string | undefined) => Promise<Result>): Promise<Result> {
  const token = sessionStore.tokens()?.accessToken
  if (token === undefined) throw new ApiError(401, 'No access token found')
  try {
    return await ask(token)
  } catch (error) {
    if (!hasStatus(error, 401)) throw error
    if (!(await refreshTokens(token))) {
      if (sessionStore.tokens()) sessionStore.clear(false)
      throw error
    }
    return ask(sessionStore.tokens()?.accessToken)
  }
}

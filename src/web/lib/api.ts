import { accounts } from '#contract/accounts.ts'
import { activity } from '#contract/activity.ts'
import { analyses } from '#contract/analyses.ts'
import type { Api, EndpointName } from '#contract/api.ts'
import { emails } from '#contract/emails.ts'
import { maps } from '#contract/maps.ts'
import { messages } from '#contract/messages.ts'
import { notices } from '#contract/notices.ts'
import { reports } from '#contract/reports.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { uploads } from '#contract/uploads.ts'
import { users } from '#contract/users.ts'
import { ApiError, hasStatus } from './api-error.ts'
import { type CallArguments, type CallInput, type FileCall, type Reply, send, sendForFile } from './send.ts'
import { accountOfToken } from './session/account-of-token.ts'
import { refreshTokens, sessionStore } from './session/current-session.ts'
import { type LinkAccess, linkAccess } from './session/link-access.ts'

export {
  ApiError,
  hasStatus,
  messageOr,
  problemOf,
  UNEXPECTED,
  withRequestId,
} from './api-error.ts'
export type { CallInput, Reply } from './send.ts'

/** Calls of a part of the contract, which the browser loads with the screens that need it. */
export function callsOf<Part extends Partial<Api>>(part: Part) {
  type Own = keyof Part & EndpointName
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a part of the contract has the endpoints of the contract
  const endpoints = part as unknown as Pick<Api, Own>
  return {
    /**
     * Calls an endpoint by its name: `call('logIn', { body })`. Sends the access token where the endpoint needs one. When the
     * token is rejected, refreshes the tokens and retries once. When that fails too, the session ends in this browser.
     */
    call: async <Name extends Own>(name: Name, ...[input]: CallArguments<Name>): Promise<Reply<Name>> => {
      const endpoint = endpoints[name]
      return endpoint.access === 'public'
        ? send<Name>(endpoint, input)
        : withSession((token) => send<Name>(endpoint, input, token))
    },
    /** Like `call`, for a file whose body is still to be read. */
    callForFile: <Name extends FileCall & Own>(name: Name, input: CallInput<Name>): Promise<Response> =>
      withSession((token) => sendForFile<Name>(endpoints[name], input, token)),
  }
}

/** All but the calls of trials, which come with the screens of trials. */
export const { call, callForFile } = callsOf({
  ...accounts,
  ...secondFactor,
  ...users,
  ...analyses,
  ...uploads,
  ...reports,
  ...maps,
  ...messages,
  ...activity,
  ...emails,
  ...notices,
})

/** The token of a link lasts ten minutes. */
async function withLink<Result>(link: LinkAccess, ask: (token: string) => Promise<Result>): Promise<Result> {
  try {
    return await ask(link.token)
  } catch (error) {
    if (!hasStatus(error, 401)) throw error
    return ask((await link.renew()).token)
  }
}

async function withSession<Result>(ask: (token: string | undefined) => Promise<Result>): Promise<Result> {
  const link = linkAccess.get()
  if (link) return withLink(link, ask)
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
    // Another tab may have switched to another account, which this call was not meant for.
    const renewed = sessionStore.tokens()?.accessToken
    if (accountOfToken(renewed) !== accountOfToken(token)) throw error
    return ask(renewed)
  }
}

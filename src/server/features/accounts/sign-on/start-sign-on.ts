import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { ReplyOf } from '#contract/api.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { signTicket } from '../sessions/tokens.ts'
import { providerOf, requireSignOn, signOnUrl } from './provider.ts'

/** Where to log in, and the ticket without which nothing can come back of it: it stays in the browser that asked. */
export async function startSignOn(
  deps: Pick<Deps, 'keys' | 'now' | 'log'> & WithConfig<'publicUrl' | 'signOn'>,
): Promise<ReplyOf<'startSignOn'>['data']> {
  const provider = await providerOf(deps, requireSignOn(deps))
  const ticket = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: signOnUrl(deps),
    scope: 'openid email profile',
    code_challenge: await calculatePKCECodeChallenge(ticket.verifier),
    code_challenge_method: 'S256',
    state: ticket.state,
    nonce: ticket.nonce,
  })
  return { url: url.href, ticket: await signTicket(deps, ticket) }
}

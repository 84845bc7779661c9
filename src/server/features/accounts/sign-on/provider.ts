import { allowInsecureRequests, type Configuration, discovery } from 'openid-client'
import { AppError } from '#domain/errors.ts'
import { seconds } from '#domain/units.ts'
import type { SignOnSettings } from '../../../config/sign-on.ts'
import type { Deps, WithConfig } from '../../../deps.ts'

const ANSWERS_WITHIN_MS = seconds(10)

const found = new Map<string, Configuration>()

export const requireSignOn = ({ config }: WithConfig<'signOn'>): SignOnSettings => {
  if (!config.signOn) throw new AppError('not-found', 'People log in with their password here')
  return config.signOn
}

/** What the service says of itself, asked once. @throws AppError 'unavailable' */
export async function providerOf(
  { log }: Pick<Deps, 'log'>,
  { issuer, clientId, clientSecret }: SignOnSettings,
): Promise<Configuration> {
  const key = `${issuer} ${clientId}`
  const known = found.get(key)
  if (known) return known
  const url = new URL(issuer)
  // The configuration allows it on this machine only.
  const execute = url.protocol === 'http:' ? [allowInsecureRequests] : []
  try {
    const provider = await discovery(url, clientId, clientSecret, undefined, {
      execute,
      timeout: ANSWERS_WITHIN_MS / 1000,
    })
    found.set(key, provider)
    return provider
  } catch (error) {
    throw notReachable(log, error)
  }
}

export function notReachable(log: Deps['log'], error: unknown): AppError {
  log.error({ err: error }, 'the service for logins could not be asked')
  return new AppError(
    'unavailable',
    'The service for logins does not answer. Try again, or log in with your password.',
    {
      retryAfterSeconds: 10,
    },
  )
}

/** Where the browser comes back. */
export const signOnUrl = ({ config }: WithConfig<'publicUrl'>): string => `${config.publicUrl}/sign-on`

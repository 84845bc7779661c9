import { errorAt } from '#domain/errors.ts'
import { seconds } from '#domain/units.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { DatabaseRefused, DatabaseUnsure } from '../../adapters/outside/brapi-client.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { type Connection, connectionOf, sealToken } from './queries.ts'

type Named = { trialId: string; url: string; token?: string | undefined }

/** As it is called, without a slash at its end. */
function addressIn(given: string): string {
  const { href } = new URL(given)
  return href.endsWith('/') ? href.slice(0, -1) : href
}

/**
 * The address that people named, with its token, sealed; without one that of the connection, if it is of this address: so a token goes
 * nowhere else than where it was given for.
 */
export async function nameDatabase(
  db: Database,
  deps: Pick<Deps, 'keys'>,
  { trialId, url: given, token }: Named,
): Promise<Pick<Connection, 'trialId' | 'url' | 'sealedToken'>> {
  const of = { trialId, url: addressIn(given) }
  if (token) return { ...of, sealedToken: sealToken(deps, of, token) }
  const known = token === undefined ? await connectionOf(db, trialId) : undefined
  return { ...of, sealedToken: known?.url === of.url ? known.sealedToken : null }
}

/** For calls: why a database can't be read is said at its address. */
export async function withDatabase<Read>(read: () => Promise<Read>): Promise<Read> {
  try {
    return await read()
  } catch (error) {
    const isRefused = error instanceof DatabaseRefused || error instanceof DatabaseUnsure
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    if (!isRefused && !isLate) throw error
    throw errorAt('url', isLate ? `It did not answer within ${CALL_SECONDS_MAX} seconds` : error.message)
  }
}

const CALL_SECONDS_MAX = 40

export const whilePeopleWait = (signal: AbortSignal) => ({
  signal: AbortSignal.any([signal, AbortSignal.timeout(seconds(CALL_SECONDS_MAX))]),
  isPatient: false,
})

export type DatabaseDeps = Pick<Deps, 'db' | 'keys'> & WithConfig<'breedingDatabases'>

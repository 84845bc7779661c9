import { errorAt } from '#domain/errors.ts'
import { seconds } from '#domain/units.ts'
import { type BrapiClient, brapiClient, DatabaseRefused, DatabaseUnsure } from '../../adapters/outside/brapi-client.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { addressOf, type Connection, connectionOf, sealToken } from './queries.ts'

type Named = { trialId: string; url: string; token?: string | undefined }
type Database = Pick<Connection, 'trialId' | 'url' | 'sealedToken'>

/** As it is called, without a slash at its end. */
function addressIn(given: string): string {
  const { href } = new URL(given)
  return href.endsWith('/') ? href.slice(0, -1) : href
}

/**
 * The address that people named, with its token, sealed; without one that of the connection, if it is of this address: so a token goes
 * nowhere else than where it was given for.
 */
async function nameDatabase(deps: DatabaseDeps, { trialId, url: given, token }: Named): Promise<Database> {
  const of = { trialId, url: addressIn(given) }
  if (token) return { ...of, sealedToken: sealToken(deps, of, token) }
  const known = token === undefined ? await connectionOf(deps.db, trialId) : undefined
  return { ...of, sealedToken: known?.url === of.url ? known.sealedToken : null }
}

/** For calls: reads from the database that people named while they wait. Why it can't be read is said at its address. */
export async function readDatabase<Read>(
  deps: DatabaseDeps,
  { signal, ...named }: Named & { signal: AbortSignal },
  read: (client: BrapiClient) => Promise<Read>,
): Promise<{ database: Database; found: Read }> {
  const database = await nameDatabase(deps, named)
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(seconds(CALL_SECONDS_MAX))])
  const client = brapiClient(addressOf(deps, database, { signal: inTime, isPatient: false }))
  try {
    return { database, found: await read(client) }
  } catch (error) {
    const isRefused = error instanceof DatabaseRefused || error instanceof DatabaseUnsure
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    if (!isRefused && !isLate) throw error
    throw errorAt('url', isLate ? `It did not answer within ${CALL_SECONDS_MAX} seconds` : error.message)
  }
}

const CALL_SECONDS_MAX = 40

export type DatabaseDeps = Pick<Deps, 'db' | 'keys'> & WithConfig<'breedingDatabases'>

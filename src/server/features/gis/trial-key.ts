import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../deps.ts'

/** What the addresses of a trial begin with, on this server. */
export const GIS_PREFIX = '/gis'

type Key = { tokenId: string; trialId: string }

/** `<id of the token>.<256-bit MAC>`: opens one trial for as long as the token is there. The token itself is in no address. */
export const keyOf = (deps: Pick<Deps, 'keys'>, key: Key): string =>
  `${key.tokenId}.${macOf(deps, key).toString('base64url')}`

/** The token of a key; undefined when it wasn't made here for this trial. */
export function tokenOfKey(
  deps: Pick<Deps, 'keys'>,
  { key, trialId }: { key: string; trialId: string },
): string | undefined {
  const [, tokenId, mac] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(key) ?? []
  if (tokenId === undefined || mac === undefined) return undefined
  const given = Buffer.from(mac, 'base64url')
  return timingSafeEqual(given, macOf(deps, { tokenId, trialId })) ? tokenId : undefined
}

const macOf = ({ keys }: Pick<Deps, 'keys'>, { tokenId, trialId }: Key): Buffer =>
  createHmac('sha256', keys.links).update(`gis:${tokenId}:${trialId}`).digest()

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../deps.ts'

/** `<id>.<256-bit MAC>`: the address of a link can be shown again, and the database contains nothing that opens one. */
export const linkUrl = (
  { keys, config }: Pick<Deps, 'keys'> & { config: { publicUrl: string } },
  linkId: string,
): string => `${config.publicUrl}/shared/${linkId}.${macOf(keys, linkId).toString('base64url')}`

/** The id of a link by its code; undefined when it was not made here. */
export function readLinkCode({ keys }: Pick<Deps, 'keys'>, code: string): string | undefined {
  const [, linkId = '', mac = ''] = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/.exec(code) ?? []
  if (linkId === '') return undefined
  return timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(keys, linkId)) ? linkId : undefined
}

const macOf = ({ links }: Deps['keys'], linkId: string): Buffer => createHmac('sha256', links).update(linkId).digest()

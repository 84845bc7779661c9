import { createHmac } from 'node:crypto'
import type { Deps } from '../../deps.ts'

/** Derived from the id, so that owners can see it again and the database has none. */
export const secretOf = ({ keys }: Pick<Deps, 'keys'>, webhookId: string): string =>
  `whsec_${createHmac('sha256', keys.links).update(`webhook:${webhookId}`).digest('base64url')}`

/** `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>" as hex>`: a receiver refuses old ones, and those that it can't make itself. */
export function signatureOf(secret: string, { body, at }: { body: string; at: Date }): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

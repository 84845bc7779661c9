import { DELIVERY_ATTEMPTS_MAX } from '#domain/webhooks.ts'
import { call, NotReached } from '../../adapters/outside/call.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { secretOf, signatureOf } from './secrets.ts'

/** A receiver answers at once, and works later. */
const SECONDS_MAX = 10

type Posting = Pick<Deps, 'db' | 'keys' | 'now'> & WithConfig<'webhooks'>

/** Posts what waits once, and records how it ended. @throws when it should be retried */
export async function postWebhook(deps: Posting, { deliveryId }: { deliveryId: string }): Promise<void> {
  const { db, config, now } = deps
  const waiting = await db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhookId')
    .select(['webhookId', 'url', 'event', 'body', 'attempts'])
    .where('webhookDeliveries.id', '=', deliveryId)
    .where('state', '=', 'WAITING')
    .executeTakeFirst()
  if (!waiting) return
  const { status, problem } = await tryToPost(deps, { ...waiting, deliveryId })
  const attempts = waiting.attempts + 1
  const isOver = problem === null || attempts >= DELIVERY_ATTEMPTS_MAX || config.webhooks === 'off'
  const end = isOver ? ({ state: problem === null ? 'SENT' : 'FAILED', settledAt: now() } as const) : {}
  await db
    .updateTable('webhookDeliveries')
    .set({ status, problem, attempts, ...end })
    .where('id', '=', deliveryId)
    .where('state', '=', 'WAITING')
    .execute()
  if (!isOver) throw new NotReached(problem)
}

type Delivery = { deliveryId: string; webhookId: string; url: string; event: string; body: string }
type Result = { status: number | null; problem: string | null }

async function tryToPost({ config, keys, now }: Posting, delivery: Delivery): Promise<Result> {
  const { deliveryId, webhookId, url, event, body } = delivery
  if (config.webhooks === 'off') return { status: null, problem: 'Webhooks are switched off here' }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Skyfurrow-Webhook',
    'skyfurrow-event': event,
    'skyfurrow-delivery': deliveryId,
    'skyfurrow-signature': signatureOf(secretOf({ keys }, webhookId), { body, at: now() }),
  }
  try {
    const onlyPublic = config.webhooks === 'public'
    const { status } = await call({ method: 'POST', url, headers, body, onlyPublic, seconds: SECONDS_MAX, bytesMax: 0 })
    return { status, problem: status >= 200 && status < 300 ? null : `It answered ${status}` }
  } catch (error) {
    if (error instanceof NotReached) return { status: null, problem: error.message }
    throw error
  }
}

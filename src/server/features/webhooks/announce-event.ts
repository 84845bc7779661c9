import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { DELIVERY_ATTEMPTS_MAX, type WebhookEvent } from '#domain/webhooks.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'

export const postWebhookJob = defineJob({
  name: 'post-webhook',
  payload: z.object({ deliveryId: z.string() }),
  lane: 'mail',
  // What is told of a job is true once that has ended.
  afterSeconds: 2,
  retry: { attempts: DELIVERY_ATTEMPTS_MAX, firstDelaySeconds: 60 },
})

/** `subject` is what happened: the same is told once. */
type Told = { accountId: string; event: WebhookEvent; subject: string; facts: Record<string, string | null> }

/** Tells the webhooks of an account, inside the transaction of what happened. */
export async function announceEvent(
  trx: Database,
  deps: Pick<Deps, 'now' | 'queue'>,
  { accountId, event, subject, facts }: Told,
): Promise<void> {
  const webhooks = await trx
    .selectFrom('webhooks')
    .select('id')
    .where('accountId', '=', accountId)
    .where(sql<boolean>`${event} = any(events)`)
    .execute()
  for (const { id: webhookId } of webhooks) await addDelivery(trx, deps, { webhookId, event, subject, facts })
}

type Delivery = Pick<Told, 'subject' | 'facts'> & { webhookId: string; event: WebhookEvent | 'ping' }

export async function addDelivery(
  trx: Database,
  { now, queue }: Pick<Deps, 'now' | 'queue'>,
  { webhookId, event, subject, facts }: Delivery,
): Promise<void> {
  const [id, madeAt] = [randomUUID(), now()]
  const body = JSON.stringify({ deliveryId: id, event, time: madeAt.toISOString(), data: facts })
  const added = await trx
    .insertInto('webhookDeliveries')
    .values({ id, webhookId, event, subject, body, madeAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) await queue.enqueue(trx, postWebhookJob, { deliveryId: id })
}

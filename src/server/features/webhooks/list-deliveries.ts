import type { DeliveryItem } from '#contract/webhooks.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { webhookNotFound, webhooksOf } from './queries.ts'

const SHOWN_MAX = 50

/** Newest first. */
export async function listDeliveries(
  { db }: Pick<Deps, 'db'>,
  { accountId }: Actor,
  { webhookId }: { webhookId: string },
): Promise<DeliveryItem[]> {
  await webhooksOf(db, accountId).select('id').where('id', '=', webhookId).executeTakeFirstOrThrow(webhookNotFound)
  const rows = await db
    .selectFrom('webhookDeliveries')
    .select(['id', 'event', 'state', 'attempts', 'status', 'problem', 'madeAt', 'settledAt'])
    .where('webhookId', '=', webhookId)
    .orderBy('madeAt', 'desc')
    .orderBy('id')
    .limit(SHOWN_MAX)
    .execute()
  return rows.map(({ id, madeAt, settledAt, ...delivery }) => ({
    ...delivery,
    deliveryId: id,
    madeTime: madeAt.toISOString(),
    settledTime: settledAt?.toISOString() ?? null,
  }))
}

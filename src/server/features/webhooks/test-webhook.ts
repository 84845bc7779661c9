import { randomUUID } from 'node:crypto'
import type { Actor } from '../../actor.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { requireOwner } from '../accounts/locked-account.ts'
import { addDelivery } from './announce-event.ts'
import { requireWebhooks, webhookNotFound, webhooksOf } from './queries.ts'

export async function testWebhook(
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'webhooks'>,
  actor: Actor,
  { webhookId }: { webhookId: string },
): Promise<void> {
  requireWebhooks(deps)
  await deps.db.transaction().execute(async (trx) => {
    await requireOwner(trx, actor)
    const found = await webhooksOf(trx, actor.accountId).select('id').where('id', '=', webhookId).executeTakeFirst()
    if (!found) throw webhookNotFound()
    await addDelivery(trx, deps, { webhookId, event: 'ping', subject: randomUUID(), facts: {} })
  })
}

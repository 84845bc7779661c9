import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { requireOwner } from '../accounts/locked-account.ts'
import { webhookNotFound } from './queries.ts'

/** Jobs of what waits find nothing. */
export const removeWebhook = (
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { webhookId }: { webhookId: string },
): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    await requireOwner(trx, actor)
    const removed = await trx
      .deleteFrom('webhooks')
      .where('id', '=', webhookId)
      .where('accountId', '=', actor.accountId)
      .returning('url')
      .executeTakeFirstOrThrow(webhookNotFound)
    const entry = { at: deps.now(), action: 'webhook.removed', subject: `user:${actor.accountId}` }
    await audit(trx, actor, { ...entry, before: { url: removed.url } })
  })

import type { WebhookItem } from '#contract/webhooks.ts'
import type { Actor } from '../../actor.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { presentWebhook, requireWebhooks, webhooksOf } from './queries.ts'

/** Newest first. */
export async function listWebhooks(
  deps: Pick<Deps, 'db' | 'keys'> & WithConfig<'webhooks'>,
  { accountId }: Actor,
): Promise<WebhookItem[]> {
  requireWebhooks(deps)
  const rows = await webhooksOf(deps.db, accountId)
    .select(['id', 'url', 'events', 'madeAt'])
    .orderBy('madeAt', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => presentWebhook(deps, row))
}

import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/api.ts'
import type { WebhookItem } from '#contract/webhooks.ts'
import { AppError } from '#domain/errors.ts'
import { WEBHOOKS_MAX } from '#domain/webhooks.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { countAll } from '../../lists/bounded-count.ts'
import { requireOwner } from '../accounts/locked-account.ts'
import { presentWebhook, requireWebhooks, webhooksOf } from './queries.ts'

export async function makeWebhook(
  deps: Pick<Deps, 'db' | 'now' | 'keys'> & WithConfig<'webhooks'>,
  actor: Actor,
  { url, events }: BodyOf<'makeWebhook'>,
): Promise<WebhookItem> {
  requireWebhooks(deps)
  return deps.db.transaction().execute(async (trx) => {
    await requireOwner(trx, actor)
    const { accountId, userId } = actor
    if ((await countAll(trx, webhooksOf(trx, accountId).select('id'))) >= WEBHOOKS_MAX)
      throw new AppError('conflict', `An account has at most ${WEBHOOKS_MAX} webhooks. Remove one of them first.`)
    const [id, at] = [randomUUID(), deps.now()]
    const webhook = { id, url, events: [...new Set(events)], madeAt: at }
    await trx
      .insertInto('webhooks')
      .values({ ...webhook, accountId, madeBy: userId })
      .execute()
    await audit(trx, actor, { at, action: 'webhook.made', subject: `user:${accountId}`, after: { url, events } })
    return presentWebhook(deps, webhook)
  })
}

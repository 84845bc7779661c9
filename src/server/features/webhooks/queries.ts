import type { WebhookItem } from '#contract/webhooks.ts'
import { AppError } from '#domain/errors.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { secretOf } from './secrets.ts'

export const webhooksOf = (db: Database, accountId: string) =>
  db.selectFrom('webhooks').where('webhooks.accountId', '=', accountId)

/** @throws AppError 'not-found' where webhooks are switched off */
export function requireWebhooks({ config }: WithConfig<'webhooks'>): void {
  if (config.webhooks === 'off') throw new AppError('not-found', 'There are no webhooks here')
}

export const webhookNotFound = (): AppError =>
  new AppError('not-found', 'This webhook was removed, or is not of your account')

type Stored = { id: string; url: string; events: WebhookItem['events']; madeAt: Date }

export const presentWebhook = (deps: Pick<Deps, 'keys'>, { id, madeAt, ...webhook }: Stored): WebhookItem => ({
  ...webhook,
  webhookId: id,
  secret: secretOf(deps, id),
  madeTime: madeAt.toISOString(),
})

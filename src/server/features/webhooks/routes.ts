import type { Handlers } from '../../handler.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { makeWebhook } from './make-webhook.ts'
import { removeWebhook } from './remove-webhook.ts'
import { testWebhook } from './test-webhook.ts'

export const webhookHandlers = {
  makeWebhook: async ({ deps, caller, body }) => ({ data: await makeWebhook(deps, caller, body) }),
  listWebhooks: async ({ deps, caller }) => ({ data: await listWebhooks(deps, caller) }),
  removeWebhook: ({ deps, caller, query }) => removeWebhook(deps, caller, query),
  testWebhook: ({ deps, caller, body }) => testWebhook(deps, caller, body),
  listDeliveries: async ({ deps, caller, query }) => ({ data: await listDeliveries(deps, caller, query) }),
} satisfies Partial<Handlers>

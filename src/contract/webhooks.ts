import { z } from 'zod'
import { WEBHOOK_EVENTS, WEBHOOK_URL_MAX } from '#domain/webhooks.ts'
import { data, endpoint, id, timestamp } from './endpoint.ts'

const events = z.array(z.enum(WEBHOOK_EVENTS))

const webhook = z.object({
  webhookId: z.string(),
  url: z.string(),
  events,
  secret: z.string().meta({ description: 'Signs what is sent: see the header Skyfurrow-Signature' }),
  madeTime: timestamp,
})
export type WebhookItem = z.infer<typeof webhook>

const delivery = z.object({
  deliveryId: z.string(),
  event: z.string(),
  state: z.enum(['WAITING', 'SENT', 'FAILED']),
  attempts: z.int(),
  status: z.nullable(z.int()).meta({ description: 'What the receiver answered last' }),
  problem: z.nullable(z.string()),
  madeTime: timestamp,
  settledTime: z.nullable(timestamp),
})
export type DeliveryItem = z.infer<typeof delivery>

const byOwner = { tag: 'webhooks', access: 'customer', least: 'owner', limit: 'general' } as const

export const webhooks = {
  makeWebhook: endpoint({
    ...byOwner,
    method: 'POST',
    path: '/webhooks',
    summary:
      'Make a webhook: from now on these events are posted to its address as JSON, signed with its secret, and again after failures',
    body: z.object({
      url: z
        .url({ protocol: /^https?$/, error: 'This is not an http or https address' })
        .max(WEBHOOK_URL_MAX, `An address has at most ${WEBHOOK_URL_MAX} characters`),
      events: events.min(1, 'Choose what it is told of').max(WEBHOOK_EVENTS.length),
    }),
    reply: data(webhook),
    success: 'Webhook made',
    errors: [404, 409],
  }),
  listWebhooks: endpoint({
    ...byOwner,
    method: 'GET',
    path: '/webhooks',
    summary: 'The webhooks of the account, newest first',
    reply: data(z.array(webhook)),
    success: 'Webhooks loaded',
    errors: [404],
  }),
  removeWebhook: endpoint({
    ...byOwner,
    method: 'DELETE',
    path: '/webhooks',
    summary: 'Remove a webhook, and what waits to be sent to it',
    query: z.object({ webhookId: id }),
    success: 'Webhook removed',
    errors: [404],
  }),
  testWebhook: endpoint({
    ...byOwner,
    limit: 'invite',
    method: 'POST',
    path: '/webhooks/test',
    summary: 'Post the event ping to a webhook',
    body: z.object({ webhookId: id }),
    success: 'Ping is on its way',
    errors: [404],
  }),
  listDeliveries: endpoint({
    ...byOwner,
    method: 'GET',
    path: '/webhooks/deliveries',
    summary: 'What was posted to a webhook in the last 30 days, the newest 50 first',
    query: z.object({ webhookId: id }),
    reply: data(z.array(delivery)),
    success: 'Deliveries loaded',
    errors: [404],
  }),
}

import { useQuery } from '@tanstack/react-query'
import type { BodyIn } from '#contract/api.ts'
import { webhooks } from '#contract/webhooks.ts'
import { seconds } from '#domain/units.ts'
import { callsOf } from '#web/lib/api.ts'
import { useChange } from '#web/lib/use-change.ts'

const { call } = callsOf(webhooks)

const WEBHOOKS = ['webhooks'] as const

export const useWebhooks = () =>
  useQuery({ queryKey: WEBHOOKS, queryFn: async ({ signal }) => (await call('listWebhooks', { signal })).data })

export const useDeliveries = (webhookId: string) =>
  useQuery({
    queryKey: [...WEBHOOKS, webhookId],
    queryFn: async ({ signal }) => (await call('listDeliveries', { query: { webhookId }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(({ attempts }) => attempts === 0) ? seconds(2) : false),
  })

type Change = { is: 'made'; body: BodyIn<'makeWebhook'> } | { is: 'removed' | 'tested'; webhookId: string }

export const useChangeWebhooks = () =>
  useChange(WEBHOOKS, async (change: Change): Promise<unknown> => {
    if (change.is === 'made') return call('makeWebhook', { body: change.body })
    if (change.is === 'removed') return call('removeWebhook', { query: { webhookId: change.webhookId } })
    return call('testWebhook', { body: { webhookId: change.webhookId } })
  })

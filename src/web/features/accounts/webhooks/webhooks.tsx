import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { DeliveryItem, WebhookItem } from '#contract/webhooks.ts'
import { counted } from '#domain/units.ts'
import { hasStatus, problemOf } from '#web/lib/api.ts'
import { ChangeButton } from '#web/lib/change-button.tsx'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { Time } from '#web/lib/time.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { copyText } from '#web/ui/overlay/copy-text.ts'
import { WebhookForm } from './webhook-form.tsx'
import { useChangeWebhooks, useDeliveries, useWebhooks } from './webhook-queries.ts'

/** Addresses that are told of what happens in the account. */
export function Webhooks() {
  const webhooks = useWebhooks()
  if (webhooks.isPending) return <Skeleton className="h-24 w-full" />
  if (hasStatus(webhooks.error, 404)) return <p className="text-sm text-muted">They are switched off here.</p>
  if (webhooks.isError) return <QueryFailed title="The webhooks could not be loaded" query={webhooks} />
  return (
    <div className="flex flex-col gap-6">
      {webhooks.data.length > 0 && (
        <ul aria-label="Webhooks" className="divide-y divide-line border-y border-line text-sm">
          {webhooks.data.map((webhook) => (
            <WebhookRow key={webhook.webhookId} webhook={webhook} />
          ))}
        </ul>
      )}
      <WebhookForm />
    </div>
  )
}

function WebhookRow({ webhook: { webhookId, url, events, secret } }: { webhook: WebhookItem }) {
  const change = useChangeWebhooks()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <span className="min-w-0 grow basis-52">
        <span className="block font-semibold wrap-anywhere">{url}</span>
        <span className="block text-muted">{events.join(', ')}</span>
      </span>
      <span className="flex items-center gap-3">
        <IconButton icon={Copy} label={`Copy the secret of ${url}`} onClick={() => copyText(secret, 'Secret copied')} />
        <ChangeButton
          by={change}
          change={{ is: 'tested', webhookId }}
          says="Ping is on its way"
          aria-label={`Send a ping to ${url}`}
        >
          Ping
        </ChangeButton>
        <ChangeButton
          by={change}
          change={{ is: 'removed', webhookId }}
          says="Webhook removed"
          aria-label={`Remove ${url}`}
        >
          Remove
        </ChangeButton>
      </span>
      <details className="w-full" onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
        <summary className="cursor-pointer">What was sent</summary>
        {isOpen && <Deliveries webhookId={webhookId} />}
      </details>
    </li>
  )
}

const STATES = { WAITING: 'will be sent again', SENT: 'sent', FAILED: 'given up' } as const

function Deliveries({ webhookId }: { webhookId: string }) {
  const deliveries = useDeliveries(webhookId)
  if (deliveries.isPending) return <Skeleton className="mt-2 h-8 w-full" />
  if (deliveries.isError) return <Alert tone="danger">{problemOf(deliveries.error)}</Alert>
  if (deliveries.data.length === 0) return <p className="mt-2 text-muted">Nothing in the last 30 days.</p>
  return (
    <ul aria-label="What was sent" className="mt-2 flex flex-col gap-1">
      {deliveries.data.map((delivery) => (
        <li key={delivery.deliveryId} className="flex flex-wrap gap-x-3">
          <Time at={delivery.madeTime} className="text-muted" /> <span className="font-medium">{delivery.event}</span>{' '}
          <span>{stateOf(delivery)}</span>
        </li>
      ))}
    </ul>
  )
}

function stateOf({ state, attempts, status, problem }: DeliveryItem): string {
  if (attempts === 0) return 'on its way'
  if (state === 'SENT') return `${STATES.SENT}, answered ${status ?? ''}`
  return `${problem ?? ''}; ${counted(attempts, 'attempt')}, ${STATES[state]}`
}

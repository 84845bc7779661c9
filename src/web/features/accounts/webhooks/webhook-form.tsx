import { useState } from 'react'
import { EVENT_LABELS, WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhooks.ts'
import { problemOf } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckboxGroup } from '#web/ui/form/checkbox-group.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useChangeWebhooks } from './webhook-queries.ts'

export function WebhookForm() {
  const make = useChangeWebhooks()
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(['report.published'])
  return (
    <form
      noValidate
      aria-label="Make a webhook"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate(
          { is: 'made', body: { url: url.trim(), events: [...events] } },
          {
            onSuccess: () => {
              setUrl('')
              toast.success('Webhook made')
            },
          },
        )
      }}
    >
      {make.error && <Alert tone="danger">{problemOf(make.error)}</Alert>}
      <TextField
        label="Address of a new webhook"
        type="url"
        inputMode="url"
        placeholder="https://station.example/hook"
        autoComplete="off"
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <CheckboxGroup
        legend="It is told when"
        values={WEBHOOK_EVENTS}
        labels={EVENT_LABELS}
        checked={events}
        onChange={setEvents}
      />
      <Button type="submit" className="self-start" pending={make.isPending}>
        Make a webhook
      </Button>
    </form>
  )
}

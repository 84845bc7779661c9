import type { EmailSetting } from '#contract/notices.ts'
import { DAILY_EMAIL_HOUR_UTC, EMAIL_CHOICES, type EmailChoice, type EmailTopic } from '#domain/notices.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { useChangeEmailSetting, useEmailSettings } from './notice-queries.ts'

const TOPICS = {
  'request-status': {
    label: 'Status of your requests',
    hint: 'When your images arrive, and when a request is under review, rejected, or waiting for review again.',
  },
  'request-message': { label: 'Messages', hint: 'When we write to you about a request.' },
  'report-ready': { label: 'Reports', hint: 'When a report is ready.' },
  'new-user': { label: 'New users', hint: 'People who have signed up and confirmed their email.' },
  'new-request': { label: 'New requests', hint: 'Requests whose images have arrived.' },
} satisfies Record<EmailTopic, { label: string; hint: string }>

/** In the time zone of the reader. */
function dailyEmailTime(): string {
  const time = new Date()
  time.setUTCHours(DAILY_EMAIL_HOUR_UTC, 0)
  return `${time.getHours()}:${String(time.getMinutes()).padStart(2, '0')}`
}

const choiceLabel = (choice: EmailChoice): string =>
  ({ AT_ONCE: 'At once', DAILY: `Once a day, at ${dailyEmailTime()}`, OFF: 'Never' })[choice]

/** Which emails this person gets. Each change is saved at once. */
export function EmailSettings() {
  const query = useEmailSettings()
  const { data } = query
  const change = useChangeEmailSetting()
  if (query.isPending)
    return (
      <div className="flex flex-col gap-4">
        <span className="sr-only">Loading email settings...</span>
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    )
  if (!data) return <QueryFailed title="The email settings could not be loaded" query={query} />
  return (
    <div className="flex flex-col gap-4">
      {data.map((setting) => (
        <Topic key={setting.topic} setting={setting} onChoose={(choice) => change.mutate({ ...setting, choice })} />
      ))}
      <p className="text-sm text-muted">
        Emails about your account and its security are always sent: decisions on your account, codes, a changed
        password, the second factor, ended sessions, and failed logins.
      </p>
    </div>
  )
}

type TopicProps = { setting: EmailSetting; onChoose: (choice: EmailChoice) => void }

function Topic({ setting: { topic, choice }, onChoose }: TopicProps) {
  const { label, hint } = TOPICS[topic]
  const choices: readonly EmailChoice[] = EMAIL_CHOICES[topic]
  if (choices.length > 2)
    return (
      <Select
        label={label}
        hint={hint}
        className="max-w-xs"
        value={choice}
        options={choices.map((value) => ({ value, label: choiceLabel(value) }))}
        onChange={({ target }) => {
          const chosen = choices.find((value) => value === target.value)
          if (chosen) onChoose(chosen)
        }}
      />
    )
  return (
    <Checkbox
      checked={choice !== 'OFF'}
      onChange={({ target }) => onChoose(target.checked ? 'AT_ONCE' : 'OFF')}
      label={
        <>
          <span className="font-medium">{label}</span>
          <span className="block text-muted">{hint}</span>
        </>
      }
    />
  )
}

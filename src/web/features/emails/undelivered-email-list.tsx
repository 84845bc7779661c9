import type { UndeliveredEmail } from '#contract/emails.ts'
import { displayName } from '#domain/display-names.ts'
import { Time } from '#web/lib/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { attemptsText } from './messages.ts'

type ListProps = {
  emails: readonly UndeliveredEmail[]
  /** The id of the email that is being retried. */
  pending: string | undefined
  onRetry: (email: UndeliveredEmail) => void
}

/** Laid out like the activity log: the time, the recipient and subject, and the reason below. */
export const UndeliveredEmailList = ({ emails, pending, onRetry }: ListProps) => (
  <ol className="border-t border-line-strong text-sm">
    {emails.map((email) => (
      <li
        key={email.emailId}
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 border-b border-line py-3 md:grid-cols-[10.5rem_minmax(0,1fr)_auto]"
      >
        <Time at={email.failedTime} className="self-center text-muted max-md:text-xs/5 md:self-start" />
        <div className="min-w-0 max-md:order-1 max-md:col-span-2">
          <p className="break-words">
            {email.fullName !== null && (
              <>
                <bdi className="font-semibold">{displayName(email.fullName)}</bdi>{' '}
              </>
            )}
            <span className="break-all">{displayName(email.to)}</span>
          </p>
          <p className="break-words">
            <bdi>{email.subject}</bdi>
          </p>
          <p className="mt-1 break-words text-muted">{email.reason}</p>
          <p className="text-muted">{attemptsText(email)}</p>
        </div>
        <div className="min-h-8 md:w-24 md:text-right">
          {email.canRetry && (
            <Button
              variant="secondary"
              size="small"
              pending={pending === email.emailId}
              aria-label={`Try again: ${email.subject}, to ${email.to}`}
              onClick={() => onRetry(email)}
            >
              Try again
            </Button>
          )}
        </div>
      </li>
    ))}
  </ol>
)

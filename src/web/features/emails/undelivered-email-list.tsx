import type { UndeliveredEmail } from '#contract/emails.ts'
import { showName } from '#domain/shown-names.ts'
import { formatDateTime } from '#domain/units.ts'
import { Button } from '#web/ui/button.tsx'
import { attemptsText } from './messages.ts'

type ListProps = {
  letters: readonly UndeliveredEmail[]
  /** The one that is being sent again. */
  pending: string | undefined
  onRetry: (letter: UndeliveredEmail) => void
}

/** As the activity log looks: the time in the margin, beside it to whom and what, and below why it did not arrive. */
export const UndeliveredEmailList = ({ letters, pending, onRetry }: ListProps) => (
  <ol className="border-t border-line-strong text-sm">
    {letters.map((letter) => (
      <li
        key={letter.letterId}
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 border-b border-line py-3 md:grid-cols-[10.5rem_minmax(0,1fr)_auto]"
      >
        <time dateTime={letter.lostTime} className="self-center text-muted max-md:text-xs/5 md:self-start">
          {formatDateTime(new Date(letter.lostTime))}
        </time>
        <div className="min-w-0 max-md:order-1 max-md:col-span-2">
          <p className="break-words">
            {letter.fullName !== null && (
              <>
                <bdi className="font-semibold">{showName(letter.fullName)}</bdi>{' '}
              </>
            )}
            <span className="break-all">{showName(letter.to)}</span>
          </p>
          <p className="break-words">
            <bdi>{letter.subject}</bdi>
          </p>
          <p className="mt-1 break-words text-muted">{letter.reason}</p>
          <p className="text-muted">{attemptsText(letter)}</p>
        </div>
        <div className="min-h-8 md:w-24 md:text-right">
          {letter.mayRetry && (
            <Button
              variant="secondary"
              size="small"
              pending={pending === letter.letterId}
              aria-label={`Try again: ${letter.subject}, to ${letter.to}`}
              onClick={() => onRetry(letter)}
            >
              Try again
            </Button>
          )}
        </div>
      </li>
    ))}
  </ol>
)

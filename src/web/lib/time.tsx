import type { ReactNode } from 'react'
import { ageText, formatDateTime, timeZoneOf } from '#domain/units.ts'
import { useCurrentTime } from './current-time.ts'

type TimeProps = {
  /** ISO 8601. */
  at: string
  className?: string | undefined
  /** Instead of the date and time, which are shown on hover. */
  children?: ReactNode
}

/** A time in the reader's time zone, which is named on hover. */
export function Time({ at, className, children }: TimeProps) {
  const date = new Date(at)
  const text = formatDateTime(date)
  return (
    <time dateTime={at} title={`${text} ${timeZoneOf(date)}`} className={className}>
      {children ?? text}
    </time>
  )
}

/** How long ago a time is; the time itself on hover. */
export const Age = ({ at, className }: Omit<TimeProps, 'children'>) => (
  <Time at={at} className={className}>
    {ageText(new Date(at), useCurrentTime())}
  </Time>
)

/** The reader's time zone, such as 'Europe/Berlin'. */
export const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

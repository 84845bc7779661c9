import { CircleX, Clock, type LucideIcon, PauseCircle } from 'lucide-react'
import { brand } from '#domain/brand.ts'
import type { UserStatus } from '#domain/users.ts'
import { useSession } from '#web/lib/session/session.ts'
import { FirstSteps } from './first-steps.tsx'

type Notice = { icon: LucideIcon; look: string; title: string; text: string; forStaff: string }

const NOTICES = {
  PENDING: {
    icon: Clock,
    look: 'bg-status-blue-soft text-status-blue',
    title: 'Your account is waiting for approval',
    text: '',
    forStaff: 'You can start once a colleague has approved it.',
  },
  REJECTED: {
    icon: CircleX,
    look: 'bg-status-red-soft text-status-red',
    title: 'Your account was not approved',
    text: "You can read our public pages, but you can't upload images.",
    forStaff: "You can read our public pages, but you can't see requests or users.",
  },
  ON_HOLD: {
    icon: PauseCircle,
    look: 'bg-status-grey-soft text-status-grey',
    title: 'Your account is on hold',
    text: 'Your requests and reports are kept. You can continue once the account is approved again.',
    forStaff: 'You can continue once a colleague has approved it again.',
  },
} satisfies Record<Exclude<UserStatus, 'APPROVED'>, Notice>

/** For people who are signed in but not approved: the account status and the message of staff. */
export function AccountNotice() {
  const { user } = useSession()
  if (!user || user.userStatus === 'APPROVED') return null
  const { icon: Icon, look, title, text, forStaff } = NOTICES[user.userStatus]
  const isStaff = user.roles.includes('ADMIN')
  return (
    <section aria-label="Your account" className={look}>
      <div className="mx-auto flex max-w-7xl items-start gap-4 px-5 py-4 md:px-6">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0 grow text-sm text-ink">
          <p className="font-semibold">{title}</p>
          <p className="mt-0.5 max-w-[70ch]">
            {isStaff ? forStaff : text || usualTime(user.approvalHours)} Questions? Write to{' '}
            <a className="underline underline-offset-2" href={`mailto:${brand.contactEmail}`}>
              {brand.contactEmail}
            </a>
            .
          </p>
          {user.message && (
            <blockquote className="mt-2 max-w-[70ch] border-l-2 border-current pl-3 break-words whitespace-pre-line">
              <span className="sr-only">Our message to you: </span>
              {user.message}
            </blockquote>
          )}
          {user.userStatus === 'PENDING' && !isStaff && (
            <div className="mt-5 mb-1">
              <FirstSteps />
            </div>
          )}
        </div>
      </div>
    </section>
  )
}

function usualTime(hours: number | undefined): string {
  if (hours === undefined) return ''
  const [count, unit] = hours > 36 ? [Math.ceil(hours / 24), 'day'] : [Math.ceil(hours), 'hour']
  return `Most accounts are approved within ${count} ${unit}${count > 1 ? 's' : ''}.`
}

import { LayoutDashboard, LogOut, Settings } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { displayName } from '#domain/display-names.ts'
import { lateExtra } from '#web/lib/late-code.tsx'
import { paths } from '#web/lib/paths.ts'
import { type SessionUser, session } from '#web/lib/session/session.ts'
import { Avatar, initials } from '#web/ui/avatar.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import { ThemeChoice } from './theme-choice.tsx'

/** Most people belong to one account. */
const AccountSwitch = lateExtra(async () => (await import('./people/account-switch.tsx')).AccountSwitch)

const ITEM = 'flex min-h-10 w-full items-center gap-3 rounded px-3 text-left text-sm font-medium hover:bg-ink/8'

/** The avatar of the signed-in person, with a menu. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      label={`Account menu, ${initials(user.email)}, ${user.email}`}
      trigger={<Avatar text={user.email} />}
      triggerClassName="rounded-full"
      onOpenChange={setIsOpen}
    >
      <div className="border-b border-line px-4 py-3">
        <p className="truncate font-semibold">
          <bdi>{accountName(user)}</bdi>
        </p>
        <p className="truncate text-sm text-muted">{user.email}</p>
      </div>
      <div className="border-b border-line px-4 pt-2.5 pb-3">
        <ThemeChoice />
      </div>
      {user.roles.includes('USER') && isOpen && <AccountSwitch />}
      <div className="p-1.5">
        {user.userStatus === 'APPROVED' && (
          <Link className={ITEM} to={dashboardOf(user)}>
            <LayoutDashboard aria-hidden className="size-4 text-muted" />
            Dashboard
          </Link>
        )}
        <Link className={ITEM} to={paths.account()}>
          <Settings aria-hidden className="size-4 text-muted" />
          Account settings
        </Link>
        <button type="button" className={ITEM} onClick={() => session.logOut()}>
          <LogOut aria-hidden className="size-4 text-muted" />
          Sign out
        </button>
      </div>
    </Popover>
  )
}

/** The full name, or the first five characters of the email without one. */
export const accountName = ({ fullName, email }: Pick<SessionUser, 'fullName' | 'email'>): string =>
  displayName(fullName.trim()) || email.slice(0, 5)

export const dashboardOf = ({ roles }: Pick<SessionUser, 'roles'>): string =>
  roles.includes('ADMIN') ? paths.dashboard() : paths.myDashboard()

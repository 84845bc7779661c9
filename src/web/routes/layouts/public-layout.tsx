import { Outlet, useLocation } from 'react-router'
import { AccountMenu, dashboardOf } from '#web/features/accounts/account-menu.tsx'
import { AccountNotice } from '#web/features/accounts/account-notice.tsx'
import { SiteFooter } from '#web/features/marketing/site-footer.tsx'
import { SiteHeader } from '#web/features/marketing/site-header.tsx'
import { session, useSession } from '#web/lib/session.ts'
import { paths } from '../paths.ts'
import { SkipLink } from './skip-link.tsx'

export function Component() {
  const { user } = useSession()
  const { pathname } = useLocation()
  const dashboardPath = user?.userStatus === 'APPROVED' ? dashboardOf(user) : null
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader
        person={user ? { email: user.email, dashboardPath } : null}
        onSignOut={session.logOut}
        accountMenu={user && <AccountMenu user={user} />}
      />
      {pathname === paths.home() && <AccountNotice />}
      <main id="main" tabIndex={-1} className="grow outline-none">
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  )
}

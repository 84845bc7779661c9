import { type ReactNode, useEffect } from 'react'
import { SiteFooter } from '#web/features/marketing/frame/site-footer.tsx'
import { SiteHeader } from '#web/features/marketing/frame/site-header.tsx'
import { lateExtra } from '#web/lib/late-code.tsx'
import { defaultPathOf, paths } from '#web/lib/paths.ts'
import { session, useSession } from '#web/lib/session/session.ts'
import { SkipLink } from './skip-link.tsx'

// Visitors who are not signed in never load these.
const loadAccountParts = () => import('./public-account-menu.tsx')
const PublicAccountMenu = lateExtra(async () => (await loadAccountParts()).PublicAccountMenu)
const AccountNotice = lateExtra(async () => (await loadAccountParts()).AccountNotice)

/** The layout of every public page. */
export function PublicFrame({ path, children }: { path: string; children: ReactNode }) {
  const { user, check } = useSession()
  const dashboardPath = user?.userStatus === 'APPROVED' ? defaultPathOf(user) : null
  useEffect(() => {
    // From now on the header shows who is signed in (src/web/before-paint.ts).
    if (user || check !== 'running') delete document.documentElement.dataset.session
  }, [user, check])
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader
        path={path}
        person={user ? { email: user.email, dashboardPath } : null}
        onSignOut={session.logOut}
        accountMenu={user && <PublicAccountMenu user={user} path={path} />}
      />
      {user && path === paths.home() && <AccountNotice />}
      <main id="main" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}

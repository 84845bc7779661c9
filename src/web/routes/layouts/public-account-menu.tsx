import { createPath, type Navigator, Router, useInRouterContext } from 'react-router'
import { AccountMenu } from '#web/features/accounts/account-menu.tsx'
import type { SessionUser } from '#web/lib/session/session.ts'

export { AccountNotice } from '#web/features/accounts/account-notice.tsx'

const documents: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  push: (to) => location.assign(documents.createHref(to)),
  replace: (to) => location.replace(documents.createHref(to)),
  go: (steps) => history.go(steps),
}

/** Prerendered pages have no router, so the links of the menu load documents there. */
export function PublicAccountMenu({ user, path }: { user: SessionUser; path: string }) {
  const menu = <AccountMenu user={user} />
  if (useInRouterContext()) return menu
  return (
    <Router location={path} navigator={documents}>
      {menu}
    </Router>
  )
}

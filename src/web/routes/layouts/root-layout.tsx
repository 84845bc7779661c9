import { useEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { hasUploads } from '#web/features/uploads/upload-tasks.ts'
import { focusHeading } from '#web/lib/focus-heading.ts'
import { newVersion } from '#web/lib/new-version.ts'
import { Toaster } from '#web/ui/overlay/toaster.tsx'

export function RootLayout() {
  useTakeNewVersion()
  useFocusOnHeading()
  return (
    <>
      <Outlet />
      <Toaster />
      <ScrollRestoration />
    </>
  )
}

/** A new version is loaded with the next screen, unless that would lose an upload. */
function useTakeNewVersion(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    if (shown.current !== pathname && newVersion.isReady() && !hasUploads()) location.reload()
    shown.current = pathname
  }, [pathname])
}

/** After navigation the focus moves to the heading of the screen, for screen readers and keyboards. */
function useFocusOnHeading(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!(document.activeElement instanceof HTMLInputElement)) focusHeading()
  }, [pathname])
}

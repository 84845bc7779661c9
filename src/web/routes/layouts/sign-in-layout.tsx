import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { brand } from '#domain/brand.ts'
import { Logo } from '#web/features/marketing/frame/logo.tsx'
import { afterLogIn, originFrom, paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Ramp } from '#web/ui/ramp.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { FieldIllustration } from './field-illustration.tsx'

/** The layout of the sign-in screens. People who are signed in already are redirected. */
export function Component() {
  const { user, check } = useSession()
  const { state, pathname } = useLocation()
  if (check === 'running') return <PageSpinner />
  // An invitation is also for people who are signed in.
  if (user && pathname !== paths.join()) return <Navigate to={afterLogIn(user, originFrom(state))} replace />
  return (
    <div className="flex min-h-dvh flex-col-reverse justify-end lg:flex-row">
      <div className="relative flex min-w-0 flex-col lg:grow lg:max-w-[44rem] lg:basis-1/2">
        <header className="flex h-16 items-center px-5 sm:px-8">
          <Link to={paths.home()} aria-label={`${brand.name}, home page`} className="rounded">
            <Logo />
          </Link>
        </header>
        <main className="flex grow flex-col px-5 pt-4 pb-16 sm:px-8 sm:pt-10 lg:justify-center lg:pt-6">
          <div className="mx-auto w-full max-w-md">
            <Outlet />
          </div>
        </main>
        <Ramp className="flex-col absolute inset-y-0 right-0 w-1 max-lg:hidden" />
      </div>
      <FieldIllustration />
    </div>
  )
}

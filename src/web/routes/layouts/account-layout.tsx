import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '#web/lib/session.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { afterLogIn, originFrom, paths } from '../paths.ts'
import { FieldPlate } from './field-plate.tsx'
import { LogoMark, LogoName } from './logo.tsx'
import { Ramp } from './ramp.tsx'

/** Around the screens of those who are not signed in; whoever is goes where a login would lead. */
export function Component() {
  const { user, check } = useSession()
  const { state } = useLocation()
  if (check === 'running') return <PageSpinner />
  if (user) return <Navigate to={afterLogIn(user, originFrom(state))} replace />
  return (
    <div className="flex min-h-dvh">
      <div className="relative flex min-w-0 grow flex-col lg:max-w-[44rem] lg:basis-1/2">
        <header className="flex h-16 items-center px-5 sm:px-8">
          <Link to={paths.home()} aria-label="Skyfurrow, home page" className="flex items-center gap-2.5">
            <LogoMark className="size-8" />
            <LogoName />
          </Link>
        </header>
        <main className="flex grow flex-col justify-center px-5 pt-6 pb-16 sm:px-8">
          <div className="mx-auto w-full max-w-md">
            <Outlet />
          </div>
        </main>
        <Ramp className="absolute inset-y-0 right-0 w-1 max-lg:hidden" />
      </div>
      <FieldPlate />
    </div>
  )
}

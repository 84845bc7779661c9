import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { AccountHeading } from '#web/features/accounts/account-heading.tsx'
import { LogInCodeForm } from '#web/features/accounts/sign-in/log-in-code-form.tsx'
import { type Credentials, LogInForm } from '#web/features/accounts/sign-in/log-in-form.tsx'
import { SignOn } from '#web/features/accounts/sign-in/sign-on.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { onTheWay, originFrom, paths, textFrom } from '#web/lib/paths.ts'
import { SESSION_LOST, useSession } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { screens } from '../pages.ts'

const LINK = 'font-medium underline underline-offset-4 hover:text-action'

export function Component() {
  usePageTitle(screens.logIn.title)
  const { state } = useLocation()
  const { ending } = useSession()
  const navigate = useNavigate()
  const [first, setFirst] = useState<Credentials>()
  if (first)
    return (
      <>
        <AccountHeading title="One more step">Your account needs a code as well as your password.</AccountHeading>
        <LogInCodeForm credentials={first} onBack={() => setFirst(undefined)} />
      </>
    )
  return (
    <>
      <AccountHeading title="Welcome Back!">Please login with your credentials.</AccountHeading>
      {ending === 'expired' && (
        <Alert tone="note" className="mb-6">
          {SESSION_LOST}
        </Alert>
      )}
      <LogInForm
        email={textFrom(state, 'email') ?? ''}
        forgotLink={
          <Link to={paths.forgotPassword()} state={onTheWay(state)} className={`${LINK} text-sm`}>
            Forget Password?
          </Link>
        }
        onCodeNeeded={setFirst}
        onUnconfirmed={(email, code) =>
          void navigate(paths.verifyEmail(), { state: onTheWay(state, { email, ...code }) })
        }
      />
      <SignOn origin={originFrom(state)} />
      <p className="mt-7 text-sm text-muted">
        New here?{' '}
        <Link to={paths.signUp()} replace state={onTheWay(state)} className={`${LINK} text-ink`}>
          Sign Up
        </Link>
      </p>
    </>
  )
}

import { Link, useLocation, useNavigate } from 'react-router'
import { AccountHeading } from '#web/features/accounts/account-heading.tsx'
import { SignUpForm } from '#web/features/accounts/registration/sign-up-form.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { onTheWay, paths, textFrom } from '#web/lib/paths.ts'
import { screens } from '../pages.ts'

export function Component() {
  usePageTitle(screens.signUp.title)
  const { state } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <AccountHeading title="Create your account">
        Confirm your email, wait for our approval, then upload your images.
      </AccountHeading>
      <SignUpForm
        email={textFrom(state, 'email') ?? ''}
        onRegistered={(person) =>
          void navigate(paths.verifyEmail(), { state: onTheWay(state, { ...person, codeSentAt: Date.now() }) })
        }
      />
      <p className="mt-7 text-sm text-muted">
        Already have an account?{' '}
        <Link
          to={paths.logIn()}
          replace
          state={onTheWay(state)}
          className="font-medium text-ink underline underline-offset-4 hover:text-action"
        >
          Log in
        </Link>
      </p>
    </>
  )
}

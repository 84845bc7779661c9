import { Link, useLocation, useNavigate } from 'react-router'
import { AccountHeading } from '#web/features/accounts/account-heading.tsx'
import { EmailForm } from '#web/features/accounts/forms/email-form.tsx'
import { VerifyEmailForm } from '#web/features/accounts/registration/verify-email-form.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { numberFrom, paths, textFrom } from '#web/lib/paths.ts'
import { screens } from './pages.ts'

export function Component() {
  usePageTitle(screens.verifyEmail.title)
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const email = textFrom(state, 'email')

  if (email === undefined)
    return (
      <>
        <AccountHeading title="Verify Email">Which address do you want to confirm?</AccountHeading>
        <EmailForm
          submitLabel="Continue"
          onEmail={(given) => void navigate(pathname, { replace: true, state: { email: given } })}
        />
        <BackToLogin />
      </>
    )
  return (
    <>
      <AccountHeading title="Verify Email">
        We've sent a 6-digit code to <strong className="font-semibold text-ink">{email}</strong>
      </AccountHeading>
      <VerifyEmailForm
        key={email}
        email={email}
        fullName={textFrom(state, 'fullName') ?? ''}
        codeSentAt={numberFrom(state, 'codeSentAt') ?? 0}
        onConfirmed={() => void navigate(paths.logIn(), { replace: true, state: { email } })}
      />
      <BackToLogin />
    </>
  )
}

const BackToLogin = () => (
  <p className="mt-7 text-sm text-muted">
    Already confirmed?{' '}
    <Link to={paths.logIn()} className="font-medium text-ink underline underline-offset-4 hover:text-action">
      Log in
    </Link>
  </p>
)

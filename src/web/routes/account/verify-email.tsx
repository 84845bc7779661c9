import { Link, useLocation, useNavigate } from 'react-router'
import { AccountHeading } from '#web/features/accounts/account-heading.tsx'
import { EmailForm } from '#web/features/accounts/forms/email-form.tsx'
import { CODE_INTERVAL_MS } from '#web/features/accounts/forms/resend-code.tsx'
import { VerifyEmailForm } from '#web/features/accounts/registration/verify-email-form.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { numberFrom, onTheWay, paths, textFrom } from '#web/lib/paths.ts'
import { screens } from '../pages.ts'

export function Component() {
  usePageTitle(screens.verifyEmail.title)
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const email = textFrom(state, 'email')
  const codeSentAt = numberFrom(state, 'codeSentAt')

  if (email === undefined)
    return (
      <>
        <AccountHeading title="Verify Email">Which email address do you want to confirm?</AccountHeading>
        <EmailForm
          submitLabel="Continue"
          onEmail={(given) => void navigate(pathname, { replace: true, state: onTheWay(state, { email: given }) })}
        />
        <BackToLogin state={onTheWay(state)} />
      </>
    )
  return (
    <>
      <AccountHeading title="Verify Email">
        {codeSentAt === undefined ? 'Enter the 6-digit code from our email to' : "We've sent a 6-digit code to"}{' '}
        <strong className="font-semibold text-ink">{email}</strong>
      </AccountHeading>
      <VerifyEmailForm
        key={email}
        email={email}
        fullName={textFrom(state, 'fullName') ?? ''}
        nextCodeAt={codeSentAt === undefined ? (numberFrom(state, 'nextCodeAt') ?? 0) : codeSentAt + CODE_INTERVAL_MS}
        onConfirmed={() => void navigate(paths.logIn(), { replace: true, state: onTheWay(state, { email }) })}
      />
      <BackToLogin state={onTheWay(state)} />
    </>
  )
}

const BackToLogin = ({ state }: { state: object }) => (
  <p className="mt-7 text-sm text-muted">
    Already confirmed?{' '}
    <Link
      to={paths.logIn()}
      state={state}
      className="font-medium text-ink underline underline-offset-4 hover:text-action"
    >
      Log in
    </Link>
  </p>
)

import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import { AccountHeading } from '#web/features/accounts/account-heading.tsx'
import { EmailForm } from '#web/features/accounts/forms/email-form.tsx'
import { CODE_INTERVAL_MS, ResendCode } from '#web/features/accounts/forms/resend-code.tsx'
import { sendCodeError } from '#web/features/accounts/messages.ts'
import { ResetPasswordForm } from '#web/features/accounts/sign-in/reset-password-form.tsx'
import { call } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { numberFrom, onTheWay, paths, textFrom } from '#web/lib/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { screens } from '../pages.ts'

/** The navigation state holds the email that the code was sent to; with it the second step is shown. */
export function Component() {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const email = textFrom(state, 'email')
  const sendCode = useMutation({
    mutationFn: (address: string) => call('forgotPassword', { query: { email: address } }),
    onSuccess: (_reply, address) => {
      toast.success('Verification code sent to your email!')
      void navigate(pathname, {
        replace: address === email,
        state: onTheWay(state, { email: address, codeSentAt: Date.now() }),
      })
    },
  })
  usePageTitle(email === undefined ? screens.forgotPassword.title : 'Reset Password')
  const error = sendCode.error ? sendCodeError(sendCode.error) : undefined

  if (email === undefined)
    return (
      <>
        <AccountHeading title="Forgot Password">We'll email you a 6-digit code to reset your password.</AccountHeading>
        <EmailForm
          submitLabel="Send code"
          pending={sendCode.isPending}
          error={error}
          onType={sendCode.reset}
          onEmail={sendCode.mutate}
        />
        <BackToLogin state={onTheWay(state)} />
      </>
    )
  return (
    <>
      <AccountHeading title="Reset Password">
        Enter the code we emailed to <strong className="font-semibold text-ink">{email}</strong>, if it has an account.
      </AccountHeading>
      <ResetPasswordForm
        key={email}
        email={email}
        onReset={() => void navigate(paths.logIn(), { replace: true, state: onTheWay(state, { email }) })}
      />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <span>{error ?? 'No email? Check your spam folder, or'}</span>
        <ResendCode
          nextCodeAt={(numberFrom(state, 'codeSentAt') ?? 0) + CODE_INTERVAL_MS}
          pending={sendCode.isPending}
          onResend={() => sendCode.mutate(email)}
        />
      </div>
      <BackToLogin state={onTheWay(state)} />
    </>
  )
}

const BackToLogin = ({ state }: { state: object }) => (
  <Link to={paths.logIn()} state={state} className={`${buttonClasses({ variant: 'secondary' })} mt-6 w-full`}>
    Back to Login
  </Link>
)

import type { ReactNode } from 'react'
import { SecondFactorSettings } from '#web/features/accounts/second-factor/second-factor-settings.tsx'
import { SessionList } from '#web/features/accounts/sessions/session-list.tsx'
import { ChangeNameForm } from '#web/features/accounts/settings/change-name-form.tsx'
import { ChangePasswordForm } from '#web/features/accounts/settings/change-password-form.tsx'
import { KeyboardSettings } from '#web/features/accounts/settings/keyboard-settings.tsx'
import { RequiredActionNotice } from '#web/features/accounts/settings/required-action-notice.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { canUseDashboard } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { screens } from './pages.ts'

export function Component() {
  usePageTitle(screens.account.title)
  const { user } = useSession()
  if (!user) return null
  const works = canUseDashboard(user)
  const { requiredAction } = user
  return (
    <div className={works ? '' : 'mx-auto w-full max-w-7xl px-5 py-10 md:px-6 md:py-14'}>
      <header className="mb-6">
        <h1 className="font-display text-2xl font-semibold">Account settings</h1>
        <p className="mt-1 text-sm break-all text-muted">{user.email}</p>
      </header>
      {requiredAction && <RequiredActionNotice action={requiredAction} />}
      {/* Each part keeps its position in the tree, because it may contain an open dialog with recovery codes. */}
      {!requiredAction && (
        <Part title="Name" text="As we write to you, and as others see you here.">
          <ChangeNameForm name={user.fullName} />
        </Part>
      )}
      {requiredAction !== 'SECOND_FACTOR' && (
        <Part title="Password" text="A new password ends all your other sessions. We tell you by mail.">
          <ChangePasswordForm email={user.email} />
        </Part>
      )}
      {requiredAction !== 'NEW_PASSWORD' && <More email={user.email} works={works} />}
    </div>
  )
}

const More = ({ email, works }: { email: string; works: boolean }) => (
  <>
    <Part
      title="Second factor"
      text="A code from an app on your phone, as well as your password. Switching it on ends all your other sessions."
    >
      <SecondFactorSettings email={email} />
    </Part>
    <Part title="Where you are logged in" text="If you do not know one of these, end it and change your password.">
      <SessionList />
    </Part>
    {works && (
      <Part title="Keyboard" text="What the keys do on the screens for work.">
        <KeyboardSettings />
      </Part>
    )}
  </>
)

const Part = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="grid gap-x-10 gap-y-4 border-t border-line py-8 lg:grid-cols-[18rem_minmax(0,34rem)]">
    <div>
      <h2 className="font-display text-lg font-semibold">{title}</h2>
      <p className="mt-1 max-w-[40ch] text-sm text-muted">{text}</p>
    </div>
    {children}
  </section>
)

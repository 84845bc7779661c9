import { ChangeNameForm } from '#web/features/accounts/settings/change-name-form.tsx'
import { ChangePasswordForm } from '#web/features/accounts/settings/change-password-form.tsx'
import { RequiredActionNotice } from '#web/features/accounts/settings/required-action-notice.tsx'
import { latePart } from '#web/lib/late-part.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { canUseDashboard } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { screens } from '../pages.ts'
import { AccountPart } from './account-part.tsx'

/** Below the first two parts, and loaded after them. */
const AccountSecurity = latePart(
  "The rest of the settings can't be loaded",
  async () => (await import('./account-security.tsx')).AccountSecurity,
  <PageSpinner />,
)

/** Below all others. */
const AccountData = latePart(
  "The rest of the settings can't be loaded",
  async () => (await import('./account-data.tsx')).AccountData,
)

const StorageUse = latePart(
  "Your storage can't be loaded",
  async () => (await import('#web/features/uploads/storage-use.tsx')).StorageUse,
  <PageSpinner />,
)

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
        <AccountPart title="Name" text="How we address you, and how others see you here.">
          <ChangeNameForm name={user.fullName} />
        </AccountPart>
      )}
      {requiredAction !== 'SECOND_FACTOR' && (
        <AccountPart title="Password" text="Changing it logs you out everywhere else. We'll email you about it.">
          <ChangePasswordForm email={user.email} />
        </AccountPart>
      )}
      {works && !requiredAction && user.roles.includes('USER') && (
        <AccountPart title="Storage" text="What fills it, and where you can make room.">
          <StorageUse />
        </AccountPart>
      )}
      {requiredAction !== 'NEW_PASSWORD' && (
        <AccountSecurity
          email={user.email}
          isCustomer={user.roles.includes('USER')}
          works={works}
          isFree={!requiredAction}
        />
      )}
      {!requiredAction && <AccountData isCustomer={user.roles.includes('USER')} works={works} />}
    </div>
  )
}

import { ApiTokens } from '#web/features/accounts/api-tokens/api-tokens.tsx'
import { People } from '#web/features/accounts/people/people.tsx'
import { SecondFactorSettings } from '#web/features/accounts/second-factor/second-factor-settings.tsx'
import { SessionList } from '#web/features/accounts/sessions/session-list.tsx'
import { KeyboardSettings } from '#web/features/accounts/settings/keyboard-settings.tsx'
import { Webhooks } from '#web/features/accounts/webhooks/webhooks.tsx'
import { EmailSettings } from '#web/features/notices/email-settings.tsx'
import { useMay } from '#web/lib/session/use-may.ts'
import { LinkList } from '#web/lib/sharing/link-list.tsx'
import { AccountPart } from './account-part.tsx'

type AccountSecurityProps = { email: string; isCustomer: boolean; works: boolean; isFree: boolean }

/** The second factor, sessions, people, emails and keys. */
export function AccountSecurity({ email, isCustomer, works, isFree }: AccountSecurityProps) {
  const may = useMay()
  return (
    <>
      <AccountPart
        title="Second factor"
        text="A code from an app on your phone, as well as your password. Turning it on logs you out everywhere else."
      >
        <SecondFactorSettings email={email} />
      </AccountPart>
      <AccountPart title="Where you are logged in" text="Don't recognise one? End it and change your password.">
        <SessionList />
      </AccountPart>
      {works && isFree && isCustomer && (
        <AccountPart
          title="People"
          text="Owners invite people, and delete. Editors upload images and measure trials. Viewers read and download."
        >
          <People />
        </AccountPart>
      )}
      {works && isFree && isCustomer && may.share && (
        <AccountPart
          title="Links"
          text="What anybody sees who has one. Make them where you see the report, map or trial."
        >
          <LinkList subject={null} />
        </AccountPart>
      )}
      {works && isFree && (
        <AccountPart
          title="API tokens"
          text="With them programs read and write here in your name: a nightly job, R, a breeding database, the command line."
        >
          <ApiTokens />
        </AccountPart>
      )}
      {works && isFree && isCustomer && may.share && (
        <AccountPart
          title="Webhooks"
          text="Addresses of your own programs, to which we post what happens here, signed and again after failures."
        >
          <Webhooks />
        </AccountPart>
      )}
      {works && isFree && (
        <AccountPart title="Emails" text="Choose what we email you about. The same news is under Notices.">
          <EmailSettings />
        </AccountPart>
      )}
      {works && (
        <AccountPart title="Keyboard" text="Shortcuts on the work screens.">
          <KeyboardSettings />
        </AccountPart>
      )}
    </>
  )
}

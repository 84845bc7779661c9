import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Account } from '#contract/members.ts'
import { displayName } from '#domain/display-names.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { call, switchAccount } from './people-queries.ts'

const choose = (accountId: string): Promise<void> =>
  switchAccount(accountId).catch((error: unknown) => {
    console.warn(error)
    toast.error('The account could not be opened. Try again.')
  })

/** In which account to work; nothing for people who belong to one. */
export function AccountSwitch() {
  const [account, setAccount] = useState<Account>()
  useEffect(() => {
    call('getAccount').then(
      ({ data }) => setAccount(data),
      (error: unknown) => console.warn('The accounts of this person could not be loaded', error),
    )
  }, [])
  if (!account || (account.accounts.length < 2 && account.role !== null)) return null
  return (
    <fieldset className="border-b border-line p-1.5">
      <legend className="sr-only">Account</legend>
      {account.accounts.map(({ accountId, name, role }) => {
        const isHere = accountId === account.accountId
        return (
          <button
            key={accountId}
            type="button"
            aria-pressed={isHere}
            className="flex min-h-10 w-full items-center gap-3 rounded px-3 text-left text-sm font-medium hover:bg-ink/8"
            onClick={() => (isHere ? undefined : void choose(accountId))}
          >
            <Check aria-hidden className={isHere ? 'size-4 shrink-0' : 'size-4 shrink-0 opacity-0'} />
            <bdi className="min-w-0 grow truncate">{displayName(name)}</bdi>
            <span className="text-xs font-normal text-muted">{role}</span>
          </button>
        )
      })}
    </fieldset>
  )
}

import { useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { SHARE_ROLES, type ShareRole } from '#domain/memberships.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { problemOf } from '../api.ts'
import { ChangeButton } from '../change-button.tsx'
import { Time } from '../time.tsx'
import { useChangeShares, useShares } from './share-queries.ts'

const ROLE_NAMES = { editor: 'may change it', viewer: 'may read it' } satisfies Record<ShareRole, string>
const ROLES = SHARE_ROLES.map((value) => ({ value, label: value === 'editor' ? 'Change' : 'Read' }))

/** The accounts that have a trial as well, and those to which it is offered. */
export function Partners({ trialId }: { trialId: string }) {
  const shares = useShares(trialId)
  const change = useChangeShares()
  return (
    <div className="flex flex-col gap-4">
      {shares.isPending && <Skeleton className="h-12 w-full" />}
      {shares.isError && <Alert tone="danger">{problemOf(shares.error)}</Alert>}
      {shares.data && shares.data.length > 0 && (
        <ul aria-label="Partner stations" className="divide-y divide-line border-y border-line text-sm">
          {shares.data.map(({ shareId, email, role, account, expiresTime }) => (
            <li key={shareId} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
              <span className="min-w-0 grow basis-52">
                <bdi className="font-semibold wrap-anywhere">{account === null ? email : displayName(account)}</bdi>
                <span className="block text-muted">
                  {ROLE_NAMES[role]}
                  {account === null ? (
                    <>
                      , offered until <Time at={expiresTime} />
                    </>
                  ) : (
                    `, offered to ${email}`
                  )}
                </span>
              </span>
              <ChangeButton
                by={change}
                change={{ shareId }}
                says="Sharing ended"
                aria-label={`End sharing with ${account === null ? email : displayName(account)}`}
              >
                End
              </ChangeButton>
            </li>
          ))}
        </ul>
      )}
      <OfferForm trialId={trialId} />
    </div>
  )
}

function OfferForm({ trialId }: { trialId: string }) {
  const change = useChangeShares()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<ShareRole>('viewer')
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(
          { trialId, email, role },
          {
            onSuccess: () => {
              setEmail('')
              toast.success(`Trial offered to ${email.trim()}`)
            },
          },
        )
      }}
    >
      {change.error && <Alert tone="danger">{problemOf(change.error)}</Alert>}
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_auto]">
        <EmailField
          label="Email of an owner there"
          autoComplete="off"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Select
          label="They may"
          options={ROLES}
          value={role}
          onChange={({ target }) => setRole(SHARE_ROLES.find((one) => one === target.value) ?? 'viewer')}
        />
        <Button type="submit" className="h-11 self-start sm:mt-6.5" pending={change.isPending}>
          Offer
        </Button>
      </div>
    </form>
  )
}

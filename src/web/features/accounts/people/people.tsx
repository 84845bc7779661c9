import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Account, Invitation, Member } from '#contract/members.ts'
import { displayName } from '#domain/display-names.ts'
import { ACCOUNT_ROLES, asRole } from '#domain/memberships.ts'
import { problemOf } from '#web/lib/api.ts'
import { ChangeButton } from '#web/lib/change-button.tsx'
import { defaultPathOf } from '#web/lib/paths.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { session, useSession } from '#web/lib/session/session.ts'
import { Time } from '#web/lib/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { InviteForm } from './invite-form.tsx'
import { useAccount, useChangePeople } from './people-queries.ts'
import { ROLE_NAMES, ROLE_OPTIONS } from './roles.ts'

/** Who works in the account, and, for owners, who is invited. */
export function People() {
  const account = useAccount()
  const { user } = useSession()
  const [removing, setRemoving] = useState<Member>()
  if (account.isPending) return <Skeleton className="h-24 w-full" />
  if (account.isError) return <QueryFailed title="The people of this account could not be loaded" query={account} />
  const { members, invitations, role, name } = account.data
  const isOwner = role === 'owner'
  return (
    <div className="flex flex-col gap-6">
      {user?.account && (
        <p className="text-sm">
          You work in the account of <bdi className="font-semibold">{displayName(name)}</bdi>
          {role && `, as ${asRole(role)}`}.
        </p>
      )}
      <ul aria-label="People" className="divide-y divide-line border-y border-line text-sm">
        {members.map((member) => (
          <MemberItem
            key={member.userId}
            member={member}
            account={account.data}
            isCaller={member.email === user?.email}
            onRemove={() => setRemoving(member)}
          />
        ))}
      </ul>
      {isOwner && invitations.length > 0 && <Invitations invitations={invitations} />}
      {isOwner && <InviteForm />}
      {removing && (
        <RemoveDialog
          member={removing}
          isCaller={removing.email === user?.email}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </div>
  )
}

type MemberItemProps = { member: Member; account: Account; isCaller: boolean; onRemove: () => void }

function MemberItem({ member, account, isCaller, onRemove }: MemberItemProps) {
  const change = useChangePeople()
  const { userId, fullName, email, role } = member
  const name = displayName(fullName)
  const isOnlyOwner = role === 'owner' && account.members.filter((one) => one.role === 'owner').length === 1
  const isOwner = account.role === 'owner'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <span className="min-w-0 grow basis-52">
        <bdi className="font-semibold wrap-anywhere">{name}</bdi>
        {isCaller && <span className="text-muted"> (you)</span>}
        <span className="block wrap-anywhere text-muted">{email}</span>
      </span>
      {isOwner && !isOnlyOwner ? (
        <Select
          label={`Role of ${name}`}
          hideLabel
          className="w-30"
          options={ROLE_OPTIONS}
          value={role}
          disabled={change.isPending}
          onChange={({ target }) => {
            const chosen = ACCOUNT_ROLES.find((one) => one === target.value)
            if (!chosen) return
            change.mutate(
              { is: 'changed', body: { userId, role: chosen } },
              {
                onSuccess: () => {
                  toast.success(`${name} is ${asRole(chosen)} now`)
                  if (isCaller) void session.reload()
                },
                onError: (error) => toast.error(problemOf(error)),
              },
            )
          }}
        />
      ) : (
        <span>{ROLE_NAMES[role]}</span>
      )}
      {(isOwner || isCaller) && !isOnlyOwner && (
        <Button
          variant="secondary"
          size="small"
          aria-label={isCaller ? 'Leave the account' : `Remove ${name}`}
          onClick={onRemove}
        >
          {isCaller ? 'Leave' : 'Remove'}
        </Button>
      )}
    </li>
  )
}

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const change = useChangePeople()
  return (
    <section aria-labelledby="invitations">
      <h3 id="invitations" className="mb-2 text-sm font-semibold">
        Invited
      </h3>
      <ul className="divide-y divide-line border-y border-line text-sm">
        {invitations.map(({ invitationId, email, role, expiresTime }) => (
          <li key={invitationId} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
            <span className="min-w-0 grow basis-52">
              <span className="font-semibold wrap-anywhere">{email}</span>
              <span className="block text-muted">
                as {asRole(role)}, until <Time at={expiresTime} />
              </span>
            </span>
            <ChangeButton
              by={change}
              change={{ is: 'withdrawn', invitationId }}
              says="Invitation withdrawn"
              aria-label={`Withdraw the invitation of ${email}`}
            >
              Withdraw
            </ChangeButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

function RemoveDialog({ member, isCaller, onClose }: { member: Member; isCaller: boolean; onClose: () => void }) {
  const change = useChangePeople()
  const navigate = useNavigate()
  /** In the account that is left to the person. */
  const goOn = async () => {
    await session.reload()
    const { user } = session.get()
    if (user) await navigate(defaultPathOf(user))
  }
  const name = displayName(member.fullName)
  return (
    <ConfirmDialog
      title={isCaller ? 'Leave this account?' : `Remove ${name}?`}
      confirmLabel={isCaller ? 'Leave' : 'Remove'}
      keepLabel={isCaller ? 'Stay' : 'Keep'}
      pending={change.isPending}
      error={change.error ? problemOf(change.error) : undefined}
      onConfirm={() =>
        change.mutate(
          { is: 'removed', userId: member.userId },
          {
            onSuccess: () => {
              onClose()
              if (isCaller) void goOn()
              else toast.success(`${name} was removed`)
            },
          },
        )
      }
      onKeep={onClose}
    >
      <p>
        {isCaller ? 'You' : 'They'} no longer see what is in it. Uploads that {isCaller ? 'you have' : 'they have'} not
        finished are cancelled; what was sent and measured stays.
      </p>
    </ConfirmDialog>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import { displayName } from '#domain/display-names.ts'
import { AccountHeading } from '#web/features/accounts/account-heading.tsx'
import { call, switchAccount } from '#web/features/accounts/people/people-queries.ts'
import { asRole } from '#web/features/accounts/people/roles.ts'
import { hasStatus, problemOf } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { defaultPathOf, paths } from '#web/lib/paths.ts'
import { session, useSession } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { screens } from '../pages.ts'

const LINK =
  'inline-flex h-11 items-center justify-center rounded-md border border-line-strong px-4 font-semibold hover:bg-ink/8'

/** The page of an emailed invitation: says what it is for, and lets its receiver accept it. */
export function Component() {
  usePageTitle(screens.join.title)
  const { search } = useLocation()
  const code = new URLSearchParams(search).get('code') ?? ''
  const invitation = useQuery({
    queryKey: ['invitation', code],
    queryFn: async ({ signal }) => (await call('getInvitation', { query: { code }, signal })).data,
    retry: (count, error) => count < 2 && !hasStatus(error, 400, 404),
  })
  if (invitation.isPending) return <PageSpinner />
  if (invitation.isError)
    return hasStatus(invitation.error, 400, 404) ? (
      <AccountHeading title="This invitation has ended">
        It has expired, or was withdrawn. Ask the person who invited you for a new one.
      </AccountHeading>
    ) : (
      <LoadFailed
        title="The invitation could not be loaded"
        trying={invitation.isFetching}
        onTryAgain={() => void invitation.refetch()}
      >
        {problemOf(invitation.error)}
      </LoadFailed>
    )
  const { name, role, email } = invitation.data
  return (
    <>
      <AccountHeading title="You are invited">
        Work in the account of <bdi className="font-semibold text-ink">{displayName(name)}</bdi> as {asRole(role)}.
      </AccountHeading>
      <Answer code={code} email={email} origin={`${paths.join()}${search}`} />
    </>
  )
}

function Answer({ code, email, origin }: { code: string; email: string; origin: string }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const accept = useMutation({
    mutationFn: async () => {
      const { accountId } = (await call('acceptInvitation', { body: { code } })).data
      await switchAccount(accountId)
    },
    onSuccess: () => {
      const now = session.get().user
      if (now) void navigate(defaultPathOf(now))
    },
  })
  if (!user)
    return (
      <div className="flex flex-col gap-4">
        <p>
          The invitation was sent to <span className="font-semibold wrap-anywhere">{email}</span>. Log in with this
          address, or sign up with it first.
        </p>
        <div className="grid grid-cols-2 gap-3">
          <Link className={LINK} to={paths.logIn()} state={{ origin, email }}>
            Log In
          </Link>
          <Link className={LINK} to={paths.signUp()} state={{ origin, email }}>
            Sign Up
          </Link>
        </div>
      </div>
    )
  if (user.email !== email)
    return (
      <div className="flex flex-col gap-4">
        <Alert tone="note">
          The invitation was sent to <span className="font-semibold wrap-anywhere">{email}</span>, and you are logged in
          as <span className="font-semibold wrap-anywhere">{user.email}</span>. Log out, and log in with the other
          address.
        </Alert>
        <Button variant="secondary" className="self-start" onClick={() => session.logOut()}>
          Log Out
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      {accept.error && <Alert tone="danger">{problemOf(accept.error)}</Alert>}
      <p className="text-muted">Your own account stays. You change between them in the menu of your name.</p>
      <Button className="h-11 self-start" pending={accept.isPending} onClick={() => accept.mutate()}>
        Join
      </Button>
    </div>
  )
}

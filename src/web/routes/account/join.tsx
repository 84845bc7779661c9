import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import { trialShares } from '#contract/trial-shares.ts'
import { displayName } from '#domain/display-names.ts'
import { asRole } from '#domain/memberships.ts'
import { AccountHeading } from '#web/features/accounts/account-heading.tsx'
import { call, switchAccount } from '#web/features/accounts/people/people-queries.ts'
import { callsOf, hasStatus, problemOf } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { defaultPathOf, paths } from '#web/lib/paths.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { session, useSession } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { screens } from '../pages.ts'

const { call: callTrials } = callsOf(trialShares)

const LINK =
  'inline-flex h-11 items-center justify-center rounded-md border border-line-strong px-4 font-semibold hover:bg-ink/8'

/** The page of an emailed invitation: says what it is for, and lets its receiver accept it. */
export function Component() {
  usePageTitle(screens.join.title)
  const { search } = useLocation()
  const address = new URLSearchParams(search)
  const trial = address.get('trial')
  const origin = `${paths.join()}${search}`
  return trial === null ? (
    <Invitation code={address.get('code') ?? ''} origin={origin} />
  ) : (
    <Offer code={trial} origin={origin} />
  )
}

type LinkProps = { code: string; origin: string }

function Invitation({ code, origin }: LinkProps) {
  const invitation = useQuery({
    queryKey: ['invitation', code],
    queryFn: async ({ signal }) => (await call('getInvitation', { query: { code }, signal })).data,
  })
  if (!invitation.data) return <NotThere query={invitation} title="This invitation has ended" />
  const { name, role, email } = invitation.data
  return (
    <>
      <AccountHeading title="You are invited">
        Work in the account of <bdi className="font-semibold text-ink">{displayName(name)}</bdi> as {asRole(role)}.
      </AccountHeading>
      <Answer
        {...{ email, origin }}
        label="Join"
        hint="Your own account stays. You change between them in the menu of your name."
        accept={async () => {
          const { accountId } = (await call('acceptInvitation', { body: { code } })).data
          await switchAccount(accountId)
          const { user } = session.get()
          return user ? defaultPathOf(user) : paths.home()
        }}
      />
    </>
  )
}

function Offer({ code, origin }: LinkProps) {
  const offer = useQuery({
    queryKey: ['offer', code],
    queryFn: async ({ signal }) => (await callTrials('getOfferedTrial', { query: { code }, signal })).data,
  })
  const { user } = useSession()
  if (!offer.data) return <NotThere query={offer} title="This offer has ended" />
  const { trial, name, role, email } = offer.data
  return (
    <>
      <AccountHeading title="A trial is shared with you">
        <bdi className="font-semibold text-ink">{displayName(name)}</bdi> lets you{' '}
        {role === 'editor' ? 'change' : 'read'} the trial{' '}
        <bdi className="font-semibold text-ink">{displayName(trial)}</bdi>.
      </AccountHeading>
      <Answer
        {...{ email, origin }}
        label="Accept"
        hint={
          user?.account
            ? `It is accepted for the account of ${displayName(user.account.name)}, in which you work now.`
            : 'It stands under your trials then, for all people of your account.'
        }
        accept={async () => {
          const { trialId } = (await callTrials('acceptTrialShare', { body: { code } })).data
          return paths.myTrial(trialId)
        }}
      />
    </>
  )
}

function NotThere({ query, title }: { query: UseQueryResult; title: string }) {
  if (query.isPending) return <PageSpinner />
  if (hasStatus(query.error, 400, 404))
    return (
      <AccountHeading title={title}>
        It is over, or was taken back. Ask the person who sent it for a new one.
      </AccountHeading>
    )
  return <QueryFailed title="This could not be loaded" query={query} />
}

type AnswerProps = {
  email: string
  origin: string
  label: string
  hint: string
  /** Answers where to go on. */
  accept: () => Promise<string>
}

function Answer({ email, origin, label, hint, accept: onAccept }: AnswerProps) {
  const { user } = useSession()
  const navigate = useNavigate()
  const accept = useMutation({ mutationFn: onAccept, onSuccess: (path) => void navigate(path) })
  if (!user)
    return (
      <div className="flex flex-col gap-4">
        <p>
          It was sent to <span className="font-semibold wrap-anywhere">{email}</span>. Log in with this address, or sign
          up with it first.
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
          It was sent to <span className="font-semibold wrap-anywhere">{email}</span>, and you are logged in as{' '}
          <span className="font-semibold wrap-anywhere">{user.email}</span>. Log out, and log in with the other address.
        </Alert>
        <Button variant="secondary" className="self-start" onClick={() => session.logOut()}>
          Log Out
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      {accept.error && <Alert tone="danger">{problemOf(accept.error)}</Alert>}
      <p className="text-muted">{hint}</p>
      <Button className="h-11 self-start" pending={accept.isPending} onClick={() => accept.mutate()}>
        {label}
      </Button>
    </div>
  )
}

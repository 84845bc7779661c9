import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { UserDetails } from '#contract/users.ts'
import { displayName } from '#domain/display-names.ts'
import { UserSessions } from '#web/features/accounts/sessions/user-sessions.tsx'
import { ActivityLink } from '#web/features/activity/activity-link.tsx'
import { useAllAnalyses } from '#web/features/analyses/analysis-queries.ts'
import { loadError } from '#web/features/analyses/messages.ts'
import { RequestsTable } from '#web/features/analyses/requests-table.tsx'
import { requestsOf } from '#web/features/analyses/requests-view.ts'
import { UserFacts } from '#web/features/users/user-facts.tsx'
import { useUser } from '#web/features/users/user-queries.ts'
import { UserStatusBadge } from '#web/features/users/user-status-badge.tsx'
import { hasStatus } from '#web/lib/api.ts'
import { BackLink } from '#web/lib/back-link.tsx'
import { latePart } from '#web/lib/late-part.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { usePages } from '#web/lib/view.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Count } from '#web/ui/list/count.tsx'
import { ListView } from '#web/ui/list/list-view.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { TableSkeleton } from '#web/ui/list/skeleton.tsx'
import { Loading } from '#web/ui/spinner.tsx'
import { usePreload, VerifyUserDialog } from '../dialogs-on-demand.tsx'
import { screens } from '../pages.ts'

/** Below the requests, and loaded after them. */
const CustomerFiles = latePart(
  "The maps and deletions can't be loaded",
  async () => (await import('./customer-files.tsx')).CustomerFiles,
)

/** A user, and what they requested. */
export function Component() {
  const { userId = '' } = useParams()
  usePreload(VerifyUserDialog)
  const { data: user, error, isFetching, refetch } = useUser(userId)
  usePageTitle(user ? displayName(user.fullName) : screens.adminUser.title)
  return (
    <div className="flex flex-col gap-6">
      <BackLink to={paths.adminUsers()}>Users</BackLink>
      {user && <User user={user} />}
      {!user && !error && <Loading>Loading user...</Loading>}
      {!user &&
        error &&
        (hasStatus(error, 400, 404) ? (
          <Alert tone="danger" title="We couldn't find this user. Check the link, or look for them in the list." />
        ) : (
          <LoadFailed title="The user could not be loaded." trying={isFetching} onTryAgain={() => void refetch()} />
        ))}
    </div>
  )
}

function User({ user }: { user: UserDetails }) {
  const [isReviewed, setIsReviewed] = useState(false)
  const { cognitoUserId: userId, fullName } = user
  const sessions = <UserSessions userId={userId} fullName={fullName} />
  const activityLink = <ActivityLink subject={`user:${userId}`} of={displayName(fullName)} />
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar text={displayName(fullName)} className="size-12 text-base" />
        <h1 className="min-w-0 font-display text-2xl font-semibold break-words">
          <bdi>{displayName(fullName)}</bdi>
        </h1>
        <UserStatusBadge status={user.status} />
        <div className="flex flex-wrap items-center gap-2 max-md:-ml-3 max-md:basis-full md:ml-auto">
          {activityLink}
          <Button onClick={() => setIsReviewed(true)}>Review</Button>
        </div>
      </header>
      <UserFacts user={user} sessions={sessions} />
      {user.roles.includes('USER') && <Requests userId={userId} />}
      {user.roles.includes('USER') && <CustomerFiles user={user} />}
      {isReviewed && <VerifyUserDialog {...{ user, sessions, activityLink }} onClose={() => setIsReviewed(false)} />}
    </>
  )
}

function Requests({ userId }: { userId: string }) {
  const navigate = useNavigate()
  const query = usePages(useAllAnalyses(requestsOf(userId)))
  const rows = query.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <section className="flex flex-col gap-4">
      <h2 className="flex items-baseline gap-3 font-display text-lg font-semibold">
        Requests
        <Count count={query.data?.pages.at(-1)} of="requests" />
      </h2>
      <ListView
        query={query}
        isEmpty={rows.length === 0}
        loading="Loading requests..."
        empty="No requests"
        emptyHint="Requests appear here when this customer uploads images."
        error="Error loading requests"
        errorDetail={loadError(query.error, 'The requests could not be loaded.')}
        skeleton={<TableSkeleton columns={8} />}
      >
        <RequestsTable rows={rows} onView={(row) => void navigate(paths.adminRequest(row.analysisRequestId))} />
      </ListView>
    </section>
  )
}

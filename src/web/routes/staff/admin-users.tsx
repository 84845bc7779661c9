import { Users } from 'lucide-react'
import { useState } from 'react'
import type { UserRow } from '#contract/users.ts'
import { csvFileName } from '#domain/csv.ts'
import { displayName } from '#domain/display-names.ts'
import { UserSessions } from '#web/features/accounts/sessions/user-sessions.tsx'
import { ActivityLink } from '#web/features/activity/activity-link.tsx'
import { usersError } from '#web/features/users/messages.ts'
import { exportUsers, useUsers } from '#web/features/users/user-queries.ts'
import { ALL, statusFilterOf, viewFromUrl } from '#web/features/users/user-view.ts'
import { UsersTable } from '#web/features/users/users-table.tsx'
import { UsersToolbar } from '#web/features/users/users-toolbar.tsx'
import { problemOf } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { onFirstPage, usePages, useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { Count } from '#web/ui/list/count.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { ListView } from '#web/ui/list/list-view.tsx'
import { TableSkeleton } from '#web/ui/list/skeleton.tsx'
import { usePreload, VerifyUserDialog } from '../dialogs-on-demand.tsx'
import { screens } from '../pages.ts'

export function Component() {
  usePageTitle(screens.adminUsers.title)
  const [parameters, show] = useView()
  const [reviewed, setReviewed] = useState<UserRow>()
  usePreload(VerifyUserDialog)
  const view = viewFromUrl(parameters)
  const query = usePages(useUsers(view))
  const users = query.data?.pages.flatMap((page) => page.data) ?? []
  const isNarrowed = view.search !== '' || view.status !== undefined

  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-display text-2xl font-semibold">Users</h1>
        <Count count={query.data?.pages.at(-1)} of="users" />
        <div className="flex flex-wrap items-center max-md:-ml-3 max-md:basis-full md:-mr-3 md:ml-auto">
          <ActivityLink />
          <ExportButton
            what="users"
            fileName={() => csvFileName('users', new Date())}
            load={exportUsers(view)}
            of={query.data?.pages.at(-1)}
            explain={problemOf}
          />
        </div>
      </header>
      <UsersToolbar
        search={view.search}
        statusFilter={statusFilterOf(view)}
        onSearch={(search) => show(onFirstPage({ search: search || null }))}
        onStatusFilter={(filter) => show(onFirstPage({ status: filter === ALL ? null : filter }))}
      />
      <ListView
        query={query}
        isEmpty={users.length === 0}
        loading="Loading users..."
        empty="No users found"
        error="Error loading users"
        errorDetail={usersError(query.error, isNarrowed)}
        skeleton={<TableSkeleton columns={6} />}
        emptyIcon={Users}
        emptyHint={isNarrowed && 'No one matches. Try another name, email or status.'}
        emptyAction={
          isNarrowed && (
            <Button variant="secondary" onClick={() => show(onFirstPage({ search: null, status: null }))}>
              Show all users
            </Button>
          )
        }
      >
        <UsersTable users={users} onReview={setReviewed} />
      </ListView>
      {reviewed && (
        <VerifyUserDialog
          key={reviewed.cognitoUserId}
          user={reviewed}
          sessions={<UserSessions userId={reviewed.cognitoUserId} fullName={reviewed.fullName} />}
          activityLink={<ActivityLink subject={`user:${reviewed.cognitoUserId}`} of={displayName(reviewed.fullName)} />}
          onClose={() => setReviewed(undefined)}
        />
      )}
    </div>
  )
}

import { Users } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { UserRow } from '#contract/users.ts'
import { usersError } from '#web/features/users/messages.ts'
import { useUsers } from '#web/features/users/user-queries.ts'
import { statusFilterOf, viewFromUrl, withSearch, withStatusFilter } from '#web/features/users/user-view.ts'
import { UsersTable } from '#web/features/users/users-table.tsx'
import { UsersToolbar } from '#web/features/users/users-toolbar.tsx'
import { VerifyUserDialog } from '#web/features/users/verify-user-dialog.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { ListView } from '#web/ui/list-view.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'

export function Component() {
  usePageTitle('Users')
  const [parameters, setParameters] = useSearchParams()
  const [reviewed, setReviewed] = useState<UserRow>()
  const view = viewFromUrl(parameters)
  const query = useUsers(view)
  const users = query.data?.pages.flatMap((page) => page.data) ?? []
  const isNarrowed = view.search !== '' || view.status !== undefined
  const total = query.data?.pages.at(-1)?.total

  return (
    <div className="flex flex-col gap-6">
      <header className="flex items-baseline gap-3">
        <h1 className="font-display text-2xl font-semibold">Users</h1>
        {total !== undefined && <span className="text-sm text-muted tabular-nums">{total}</span>}
      </header>
      <UsersToolbar
        search={view.search}
        statusFilter={statusFilterOf(view)}
        onSearch={(search) => setParameters(withSearch(parameters, search))}
        onStatusFilter={(filter) => setParameters(withStatusFilter(parameters, filter))}
      />
      <ListView
        query={query}
        isEmpty={users.length === 0}
        loading="Loading users..."
        empty="No users found"
        error="Error loading users"
        errorDetail={usersError(query.error, isNarrowed)}
        onRetry={() => void query.refetch()}
        skeleton={<TableSkeleton columns={6} />}
        emptyIcon={Users}
        emptyHint={isNarrowed && 'Nobody matches. Try another name, the whole email, or another status.'}
        emptyAction={
          isNarrowed && (
            <Button variant="secondary" onClick={() => setParameters({})}>
              Show all users
            </Button>
          )
        }
      >
        <UsersTable users={users} onReview={setReviewed} />
      </ListView>
      {reviewed && (
        <VerifyUserDialog key={reviewed.cognitoUserId} user={reviewed} onClose={() => setReviewed(undefined)} />
      )}
    </div>
  )
}

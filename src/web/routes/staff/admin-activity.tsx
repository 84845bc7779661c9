import { History } from 'lucide-react'
import { Link } from 'react-router'
import { csvFileName } from '#domain/csv.ts'
import { displayName } from '#domain/display-names.ts'
import { ActivityFilter } from '#web/features/activity/activity-filter.tsx'
import { ActivityList } from '#web/features/activity/activity-list.tsx'
import { exportActivity, useActivity } from '#web/features/activity/activity-queries.ts'
import { activityFromUrl } from '#web/features/activity/activity-view.ts'
import { UndeliveredEmailsLink } from '#web/features/emails/undelivered-emails-link.tsx'
import { problemOf } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { usePages, useView } from '#web/lib/view.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { Count } from '#web/ui/list/count.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { ListView } from '#web/ui/list/list-view.tsx'
import { TableSkeleton } from '#web/ui/list/skeleton.tsx'
import { screens } from '../pages.ts'

export function Component() {
  usePageTitle(screens.adminActivity.title)
  const [parameters] = useView()
  const view = activityFromUrl(parameters)
  const query = usePages(useActivity(view))
  const rows = query.data?.pages.flatMap((page) => page.data) ?? []
  const isNarrowed = view.subject !== undefined || view.actorId !== undefined
  const name = view.actorId === undefined ? rows[0]?.about : rows[0]?.actor?.fullName

  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-display text-2xl font-semibold">Activity log</h1>
        <Count count={query.data?.pages.at(-1)} of="entries" />
        <div className="flex flex-wrap items-center max-md:-ml-3 max-md:basis-full md:-mr-3 md:ml-auto">
          <UndeliveredEmailsLink />
          <ExportButton
            what="the activity log"
            fileName={() => csvFileName('activity', new Date())}
            load={exportActivity(view)}
            of={query.data?.pages.at(-1)}
            explain={problemOf}
          />
        </div>
      </header>
      <ActivityFilter view={view} name={displayName(name ?? '') || undefined} />
      <ListView
        query={query}
        isEmpty={rows.length === 0}
        loading="Loading activity..."
        empty="No activity"
        emptyIcon={History}
        emptyHint={isNarrowed ? 'Nothing is recorded here yet.' : 'Changes appear here, newest first.'}
        emptyAction={
          isNarrowed && (
            <Link to={paths.adminActivity()} className={buttonClasses({ variant: 'secondary' })}>
              Show all
            </Link>
          )
        }
        error="Error loading activity"
        errorDetail={[problemOf(query.error)]}
        skeleton={<TableSkeleton columns={3} />}
      >
        <ActivityList rows={rows} />
      </ListView>
    </div>
  )
}

import type { AnalysisOfUser } from '#contract/analyses.ts'
import { csvFileName } from '#domain/csv.ts'
import { displayName } from '#domain/display-names.ts'
import { ActivityLink } from '#web/features/activity/activity-link.tsx'
import { AnalysisNotFound } from '#web/features/analyses/analysis-not-found.tsx'
import { exportRequests, useAllAnalyses, useAnalysis } from '#web/features/analyses/analysis-queries.ts'
import { loadError } from '#web/features/analyses/messages.ts'
import { RequestsTable } from '#web/features/analyses/requests-table.tsx'
import { RequestsToolbar } from '#web/features/analyses/requests-toolbar.tsx'
import { countFilters, NO_FILTERS, viewFromUrl } from '#web/features/analyses/requests-view.ts'
import { StatusCounts } from '#web/features/analyses/status-counts.tsx'
import { toFilter } from '#web/features/analyses/status-filter.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { onFirstPage, usePages, useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { Count } from '#web/ui/list/count.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { ListView } from '#web/ui/list/list-view.tsx'
import { TableSkeleton } from '#web/ui/list/skeleton.tsx'
import { RequestDialog, usePreload } from '../dialogs-on-demand.tsx'
import { screens } from '../pages.ts'
import { useReportDialogs } from '../use-report-dialogs.tsx'

export function Component() {
  usePageTitle(screens.adminRequests.title)
  const [view, show] = useView()
  const requests = viewFromUrl(view)
  const { search, first } = requests
  const isFiltered = countFilters(requests) > 0
  usePreload(RequestDialog)
  const query = usePages(useAllAnalyses(requests))
  const rows = query.data?.pages.flatMap((page) => page.data) ?? []
  const openId = view.get('request')
  const named = useAnalysis(openId)
  const open = named.data ?? rows.find((row) => row.analysisRequestId === openId)
  const close = () => show({ request: null })

  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-display text-2xl font-semibold">Dashboard</h1>
        <Count count={query.data?.pages.at(-1)} of="requests" />
        <div className="flex flex-wrap items-center max-md:-ml-3 max-md:basis-full md:-mr-3 md:ml-auto">
          <ActivityLink />
          <ExportButton
            what="requests"
            fileName={() => csvFileName('requests', new Date())}
            load={exportRequests(requests)}
            of={query.data?.pages.at(-1)}
            explain={(error) => loadError(error, 'Failed to fetch requested users.').join(' ')}
          />
        </div>
      </header>
      <RequestsToolbar view={requests} onShow={(change) => show(onFirstPage(change))} />
      {search === '' && (
        <StatusCounts
          filter={requests}
          first={first}
          onChoose={(status) => show(onFirstPage({ status: status ? toFilter(status) : null }))}
        />
      )}
      <ListView
        query={query}
        isEmpty={rows.length === 0}
        loading="Loading..."
        empty="No users found"
        emptyHint={emptyHint({ search, isFiltered })}
        emptyAction={
          (search || isFiltered) && (
            <Button variant="secondary" onClick={() => show(onFirstPage({ search: null, ...NO_FILTERS }))}>
              {isFiltered ? 'Show all requests' : 'Clear search'}
            </Button>
          )
        }
        error="Error loading users"
        errorDetail={loadError(query.error, 'Failed to fetch requested users.')}
        skeleton={<TableSkeleton columns={8} />}
      >
        <RequestsTable rows={rows} onView={(row) => show({ request: row.analysisRequestId })} />
      </ListView>
      {open && <OpenRequest key={open.analysisRequestId} row={open} onClose={close} />}
      {!open && named.isError && <AnalysisNotFound {...named} onRetry={() => void named.refetch()} onClose={close} />}
    </div>
  )
}

function emptyHint({ search, isFiltered }: { search: string; isFiltered: boolean }): string {
  if (isFiltered) return 'No request matches these filters.'
  return search ? `No request matches “${search}”.` : 'Requests appear here when customers upload images.'
}

type OpenRequestProps = { row: AnalysisOfUser; onClose: () => void }

/** A request, with the report dialogs above it. */
function OpenRequest({ row, onClose }: OpenRequestProps) {
  const { reportDialog, ...report } = useReportDialogs(row)
  return (
    <>
      <RequestDialog
        row={row}
        activityLink={
          <ActivityLink
            subject={`analysis:${row.analysisRequestId}`}
            of={`this request of ${displayName(row.user.fullName)}`}
          />
        }
        onClose={onClose}
        {...report}
      />
      {reportDialog}
    </>
  )
}

import { useState } from 'react'
import { csvFileName } from '#domain/csv.ts'
import { displayName } from '#domain/display-names.ts'
import { ActivityLink } from '#web/features/activity/activity-link.tsx'
import { AnalysisNotFound } from '#web/features/analyses/analysis-not-found.tsx'
import {
  exportRequests,
  useAllAnalyses,
  useAnalysis,
  useRefreshAnalyses,
} from '#web/features/analyses/analysis-queries.ts'
import { loadError } from '#web/features/analyses/messages.ts'
import { RequestDialog } from '#web/features/analyses/request-dialog.tsx'
import { RequestsTable } from '#web/features/analyses/requests-table.tsx'
import { fromFilter, STATUS_FILTERS, toFilter } from '#web/features/analyses/status-filter.ts'
import { AdminReportDialog } from '#web/features/reports/admin-report-dialog.tsx'
import { useRefreshReports } from '#web/features/reports/report-queries.ts'
import { ReportUploadDialog } from '#web/features/uploads/report-upload-dialog.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { onFirstPage, usePages, useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { Count } from '#web/ui/count.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { ListView } from '#web/ui/list-view.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { screens } from './pages.ts'

const SEARCH_MAX = 254

export function Component() {
  usePageTitle(screens.adminRequests.title)
  const [view, show] = useView()
  const first = fromFilter(view.get('status'))
  const search = view.get('search') ?? ''
  const query = usePages(useAllAnalyses({ search, first }))
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
            load={exportRequests({ search, first })}
            of={query.data?.pages.at(-1)}
            explain={(error) => loadError(error, 'Failed to fetch requested users.').join(' ')}
          />
        </div>
      </header>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SearchField
          label="Search requests by customer, email, project or file"
          placeholder="Search users..."
          value={search}
          maxLength={SEARCH_MAX}
          className="min-w-0 grow basis-64 md:max-w-sm"
          onSearch={(text) => show(onFirstPage({ search: text || null }))}
        />
        <Select
          inline
          label="Sort by"
          options={STATUS_FILTERS}
          value={first ? toFilter(first) : 'all'}
          onChange={(event) => show(onFirstPage({ status: event.target.value === 'all' ? null : event.target.value }))}
        />
      </div>
      <ListView
        query={query}
        isEmpty={rows.length === 0}
        loading="Loading..."
        empty="No users found"
        emptyHint={search ? `No request matches “${search}”.` : 'Requests appear here when customers upload images.'}
        emptyAction={
          search && (
            <Button variant="secondary" onClick={() => show(onFirstPage({ search: null }))}>
              Clear search
            </Button>
          )
        }
        error="Error loading users"
        errorDetail={loadError(query.error, 'Failed to fetch requested users.')}
        onRetry={() => void query.refetch()}
        skeleton={<TableSkeleton columns={8} />}
      >
        <RequestsTable rows={rows} onView={(row) => show({ request: row.analysisRequestId })} />
      </ListView>
      {open && <OpenRequest key={open.analysisRequestId} row={open} onClose={close} />}
      {!open && named.isError && <AnalysisNotFound {...named} onRetry={() => void named.refetch()} onClose={close} />}
    </div>
  )
}

type OpenRequestProps = Pick<Parameters<typeof RequestDialog>[0], 'row' | 'onClose'>

/** A request, with the report dialogs above it. */
function OpenRequest({ row, onClose }: OpenRequestProps) {
  const [report, setReport] = useState<'view' | 'upload'>()
  const refreshAnalyses = useRefreshAnalyses()
  const refreshReports = useRefreshReports()
  const [reportChanges, setReportChanges] = useState(0)
  const refresh = () => {
    setReportChanges(reportChanges + 1)
    void refreshAnalyses()
    void refreshReports()
  }
  const closeReport = () => setReport(undefined)
  const { analysisRequestId, projectType } = row

  return (
    <>
      <RequestDialog
        row={row}
        reportChanges={reportChanges}
        activityLink={
          <ActivityLink
            subject={`analysis:${analysisRequestId}`}
            of={`this request of ${displayName(row.user.fullName)}`}
          />
        }
        onClose={onClose}
        onViewReport={() => setReport('view')}
        onUploadReport={() => setReport('upload')}
      />
      {report === 'view' && (
        <AdminReportDialog
          analysisRequestId={analysisRequestId}
          isPublished={row.status === 'PROCESSED'}
          onClose={closeReport}
          onChanged={refresh}
        />
      )}
      {report === 'upload' && (
        <ReportUploadDialog
          analysisRequestId={analysisRequestId}
          projectType={projectType}
          onClose={closeReport}
          onUploaded={refresh}
        />
      )}
    </>
  )
}

import { ImageUp, Upload } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { OpenUpload } from '#contract/uploads.ts'
import { statusLabel } from '#domain/analyses.ts'
import { ApprovalMessage } from '#web/features/accounts/approval-message.tsx'
import { AnalysisNotFound } from '#web/features/analyses/analysis-not-found.tsx'
import { refreshAnalyses, useMyAnalyses, useMyAnalysis } from '#web/features/analyses/analysis-queries.ts'
import { loadError } from '#web/features/analyses/messages.ts'
import { MyAnalysesTable } from '#web/features/analyses/my-analyses-table.tsx'
import { fromFilter, STATUS_FILTERS, toFilter } from '#web/features/analyses/status-filter.ts'
import { MyReport } from '#web/features/reports/my-report.tsx'
import type { ArchiveTask } from '#web/features/uploads/archive-task.ts'
import { OpenUploads } from '#web/features/uploads/open-uploads.tsx'
import { UploadsUnderWay, useUploadsUnderWay } from '#web/features/uploads/uploads-under-way.tsx'
import { useFetchPagesWhile } from '#web/lib/fetch-pages.ts'
import { lateExtra } from '#web/lib/late-code.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { refreshMaps } from '#web/lib/raster-map/use-maps.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useMay } from '#web/lib/session/use-may.ts'
import { onFirstPage, usePages, useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { ListView } from '#web/ui/list/list-view.tsx'
import { TableSkeleton } from '#web/ui/list/skeleton.tsx'
import {
  AddMapsDialog,
  MyAnalysisDialog,
  MyReportDialog,
  resumeArchive,
  UploadDialog,
  usePreload,
} from '../dialogs-on-demand.tsx'
import { screens } from '../pages.ts'
import { AnswerRequest } from './answer-request.tsx'

const FirstSteps = lateExtra(async () => (await import('#web/features/accounts/first-steps.tsx')).FirstSteps)

type Uploading = { resume?: OpenUpload; task?: ArchiveTask; refusal?: string }

export function Component() {
  usePageTitle(screens.myDashboard.title)
  const { user } = useSession()
  const may = useMay()
  const [uploading, setUploading] = useState<Uploading>()
  usePreload(UploadDialog)
  usePreload(MyAnalysisDialog)
  usePreload(MyReportDialog)
  const closeUpload = useCallback(() => setUploading(undefined), [])
  const [maps, setMaps] = useState<File>()
  const closeMaps = useCallback(() => setMaps(undefined), [])
  const startUpload = () => setUploading({})
  const continueUpload = async (resume: OpenUpload) =>
    setUploading({ resume, ...(await resumeArchive(resume, refreshAnalyses)) })

  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center gap-4">
        <h1 className="mr-auto font-display text-2xl font-semibold">Dashboard</h1>
        <div className="flex flex-wrap items-center gap-4">
          <StatusFilter />
          {may.edit && (
            <Button onClick={startUpload}>
              <Upload aria-hidden className="size-4" />
              Upload
            </Button>
          )}
        </div>
      </header>
      <ApprovalMessage />
      <OpenUploads onContinue={(resume) => void continueUpload(resume)} />
      <MyProjects onUpload={startUpload} />
      {uploading && (
        <UploadDialog
          projects={user?.assignedProjects ?? []}
          {...uploading}
          onClose={closeUpload}
          onUploaded={refreshAnalyses}
          onAddAsMaps={setMaps}
        />
      )}
      {maps && (
        <AddMapsDialog
          projects={user?.assignedProjects ?? []}
          archive={maps}
          onClose={closeMaps}
          onUploaded={() => void refreshMaps()}
        />
      )}
    </div>
  )
}

function StatusFilter() {
  const [view, show] = useView()
  const status = fromFilter(view.get('status'))
  return (
    <Select
      inline
      label="Sort by"
      options={STATUS_FILTERS}
      value={status ? toFilter(status) : 'all'}
      onChange={(event) => show(onFirstPage({ status: event.target.value === 'all' ? null : event.target.value }))}
    />
  )
}

function MyProjects({ onUpload }: { onUpload: () => void }) {
  const may = useMay()
  const [view, show] = useView()
  const list = useMyAnalyses()
  const query = usePages(list)
  const all = query.data?.pages.flatMap((page) => page.data) ?? []
  const status = fromFilter(view.get('status'))
  const rows = status ? all.filter((row) => row.status === status) : all
  const openId = view.get('request')
  const named = useMyAnalysis(openId)
  const open = named.data ?? all.find((row) => row.analysisRequestId === openId)
  const { isFetchingMore } = useFetchPagesWhile(list, status !== undefined && rows.length === 0)
  const underWay = useUploadsUnderWay()
  const close = () => show({ request: null })

  const hasNone = query.isSuccess && all.length === 0
  const isPending = (rows.length === 0 && isFetchingMore) || (hasNone && underWay.isPending)

  return (
    <>
      {hasNone && underWay.isAny ? (
        <UploadsUnderWay />
      ) : (
        <ListView
          query={isPending ? { ...query, isPending } : query}
          isEmpty={rows.length === 0}
          loading="Loading projects..."
          empty="No Projects"
          emptyIcon={ImageUp}
          emptyHint={
            status
              ? `None of your requests is ${statusLabel(status).toLowerCase()}.`
              : may.edit
                ? 'Upload raw images and track progress here.'
                : 'What the editors of this account upload appears here.'
          }
          emptyAction={
            status ? (
              <Button variant="secondary" onClick={() => show({ status: null })}>
                Show all
              </Button>
            ) : (
              may.edit && <Button onClick={onUpload}>Upload</Button>
            )
          }
          error="Error loading users"
          errorDetail={loadError(query.error, 'Failed to fetch users.')}
          skeleton={<TableSkeleton columns={6} />}
        >
          <MyAnalysesTable rows={rows} onView={(row) => show({ request: row.analysisRequestId })} />
        </ListView>
      )}
      {hasNone && !isPending && may.edit && <FirstSteps />}
      {open && (
        <MyAnalysisDialog row={open} onClose={close}>
          {open.status === 'PROCESSED' && (
            <MyReport analysisRequestId={open.analysisRequestId} ReportDialog={MyReportDialog} />
          )}
          {open.status === 'REJECTED' && <AnswerRequest row={open} />}
        </MyAnalysisDialog>
      )}
      {!open && named.isError && <AnalysisNotFound {...named} onRetry={() => void named.refetch()} onClose={close} />}
    </>
  )
}

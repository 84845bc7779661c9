import { ImageUp } from 'lucide-react'
import { useCallback, useState, useSyncExternalStore } from 'react'
import type { AnalysisRow } from '#contract/analyses.ts'
import type { OpenUpload } from '#contract/uploads.ts'
import { refreshAnalyses } from '#web/features/analyses/analysis-queries.ts'
import type { ArchiveTask } from '#web/features/uploads/archive-task.ts'
import { useOpenUploads } from '#web/features/uploads/open-upload-queries.ts'
import { uploadTasks } from '#web/features/uploads/upload-tasks.ts'
import { useMay } from '#web/lib/session/use-may.ts'
import { Button } from '#web/ui/button.tsx'
import { resumeArchive, UploadDialog } from '../dialogs-on-demand.tsx'

type Answering = { request?: AnalysisRow; resume?: OpenUpload; task?: ArchiveTask; refusal?: string }

/** The customer answers a rejection with a new archive, or continues to send it. */
export function AnswerRequest({ row }: { row: AnalysisRow }) {
  const may = useMay()
  const [answering, setAnswering] = useState<Answering>()
  const close = useCallback(() => setAnswering(undefined), [])
  const open = useOpenUploads().data?.find(({ id }) => id === row.analysisRequestId)
  const tasks = useSyncExternalStore(uploadTasks.subscribe, uploadTasks.getSnapshot)
  const task = open && tasks.find(({ uploadId }) => uploadId?.() === open.uploadId)
  const answer = async () =>
    setAnswering(open ? { resume: open, ...(await resumeArchive(open, refreshAnalyses)) } : { request: row })

  return (
    <>
      {task ? (
        <p className="text-sm text-muted">
          {task.getView().state === 'error'
            ? 'Your new archive was not sent. Retry it at the bottom of the page.'
            : 'Your new archive is on its way.'}
        </p>
      ) : (
        may.edit && (
          <Button className="self-start" onClick={() => void answer()}>
            <ImageUp aria-hidden className="size-4" />
            {open ? 'Continue the upload' : 'Send a new archive'}
          </Button>
        )
      )}
      {answering && (
        <UploadDialog projects={[row.projectType]} {...answering} onClose={close} onUploaded={refreshAnalyses} />
      )}
    </>
  )
}

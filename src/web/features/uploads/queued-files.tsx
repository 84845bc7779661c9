import { Alert } from '#web/ui/alert.tsx'
import { FileProgress } from './file-progress.tsx'
import type { ReportTask } from './report-task.ts'

/** The files of a report, each with its own progress. */
export function QueuedFiles({ task, onRetry }: { task: ReportTask; onRetry: (key: number) => void }) {
  const { files, running, reason } = task.queue.getSnapshot()
  const there = files.filter(({ upload }) => upload.state === 'completed').length
  const failed = files.some(({ upload }) => upload.state === 'error')
  if (files.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      {files.length > 1 && (
        <output className="text-sm text-muted tabular-nums">
          {there} of {files.length} files
        </output>
      )}
      {reason !== undefined && <Alert tone="danger">{reason}</Alert>}
      {failed && !running && (
        <Alert tone="note">
          Nothing is attached until every file has arrived. Choose Upload again to send only what is missing.
        </Alert>
      )}
      <ul aria-label="Chosen files" className="flex flex-col gap-2">
        {files.map(({ key, file, upload }) => (
          <li key={key}>
            <FileProgress
              file={file}
              snapshot={upload}
              busy={running}
              onPause={task.pause}
              onResume={task.resume}
              onRetry={() => onRetry(key)}
              onRemove={() => task.removeFile(key)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

import type { ReactNode } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { FileProgress } from './file-progress.tsx'
import type { QueueTask } from './queue-task.ts'
import type { QueuedFile } from './upload-queue.ts'

type QueuedFilesProps = {
  task: Pick<QueueTask<never>, 'queue' | 'pause' | 'resume' | 'removeFile'>
  whenFailed: string
  onRetry: (key: number) => void
  /** What is below a file. */
  renderBelow?: (file: QueuedFile) => ReactNode
}

/** Chosen files, each with its own progress. */
export function QueuedFiles({ task, whenFailed, onRetry, renderBelow }: QueuedFilesProps) {
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
      {failed && !running && <Alert tone="note">{whenFailed}</Alert>}
      <ul aria-label="Chosen files" className="flex flex-col gap-2">
        {files.map((queued) => (
          <li key={queued.key}>
            <FileProgress
              file={queued.file}
              snapshot={queued.upload}
              busy={running}
              onPause={task.pause}
              onResume={task.resume}
              onRetry={() => onRetry(queued.key)}
              onRemove={() => task.removeFile(queued.key)}
            >
              {renderBelow?.(queued)}
            </FileProgress>
          </li>
        ))}
      </ul>
    </div>
  )
}

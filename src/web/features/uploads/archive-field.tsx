import { useState } from 'react'
import type { OpenUpload } from '#contract/uploads.ts'
import { formatBytes } from '#domain/units.ts'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ArchiveTask } from './archive-task.ts'
import { FileProgress } from './file-progress.tsx'
import { messages } from './messages.ts'
import { checkFile, whyNotSameFile } from './upload-form.ts'

type ArchiveFieldProps = {
  file: { name: string; size: number } | undefined
  task: ArchiveTask | undefined
  resume: OpenUpload | undefined
  /** Why the file that the browser remembered can't be taken. */
  refusal: string | undefined
  error: string | undefined
  onChoose: (file: File, handle: FileSystemFileHandle | undefined) => void
  onRemove: () => void
  onRetry: () => void
}

/** The one file of a request: where it is dropped, and how it is doing. */
export function ArchiveField({ file, task, resume, ...props }: ArchiveFieldProps) {
  const [refusal, setRefusal] = useState(props.refusal)

  const judge = async (files: File[], handle: FileSystemFileHandle | undefined) => {
    const [chosen] = files
    if (!chosen) {
      toast.error(messages.notProcessed)
      return setRefusal(messages.folder)
    }
    const why =
      files.length > 1 || file
        ? messages.oneFileOnly
        : (checkFile(chosen) ?? (resume && (await whyNotSameFile(chosen, resume))))
    setRefusal(why)
    if (why === undefined) props.onChoose(chosen, handle)
  }

  return (
    <div className="flex flex-col gap-3">
      {!task && (
        <FileDrop
          label="Image archive"
          error={refusal ?? (file ? undefined : props.error)}
          hint={resume ? <SameFileHint resume={resume} /> : 'One file of any type, for example a .zip'}
          onFiles={(files, handle) => void judge(files, handle).catch(() => setRefusal(messages.unreadable))}
        />
      )}
      {file && (
        <FileProgress
          file={file}
          snapshot={task?.engine.getSnapshot()}
          onPause={() => task?.pause()}
          onGoOn={() => task?.goOn()}
          onRetry={props.onRetry}
          onRemove={() => {
            setRefusal(undefined)
            props.onRemove()
          }}
        />
      )}
      {task?.getView().state === 'uploading' && (
        <p className="text-sm text-muted">You can close this window: the upload goes on at the foot of the page.</p>
      )}
    </div>
  )
}

const SameFileHint = ({ resume }: { resume: OpenUpload }) => (
  <>
    Choose <strong className="font-semibold break-all text-ink">{resume.fileName}</strong>
    {resume.fileSize !== null && ` (${formatBytes(resume.fileSize)})`} again. {formatBytes(resume.bytesThere)} of it has
    arrived and is not sent twice.
  </>
)

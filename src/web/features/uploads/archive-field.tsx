import { useState } from 'react'
import type { OpenUpload } from '#contract/uploads.ts'
import { displayName } from '#domain/display-names.ts'
import { quotaProblem } from '#domain/quota.ts'
import { formatBytes } from '#domain/units.ts'
import type { UploadSource } from '#transfer/upload-source.ts'
import { paths } from '#web/lib/paths.ts'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { toast } from '#web/ui/toast.ts'
import { ArchiveContents } from './archive-contents.tsx'
import type { ArchiveTask } from './archive-task.ts'
import { FileProgress } from './file-progress.tsx'
import { messages } from './messages.ts'
import { useMyStorage, useOpenUploads } from './open-upload-queries.ts'
import { checkFile, differentFileProblem } from './upload-form.ts'

type ArchiveFieldProps = {
  file: UploadSource | undefined
  task: ArchiveTask | undefined
  resume: OpenUpload | undefined
  /** Why the file that the browser remembered cannot be used. */
  refusal: string | undefined
  error: string | undefined
  onChoose: (file: File, handle: FileSystemFileHandle | undefined) => void
  onRemove: () => void
  onRetry: () => void
}

/** The archive of a request: the drop zone, then its progress. */
export function ArchiveField({ file, task, resume, ...props }: ArchiveFieldProps) {
  const [refusal, setRefusal] = useState(props.refusal)
  const { data: storage } = useMyStorage()
  const { data: unfinished = [] } = useOpenUploads()

  const whyNoRoom = ({ name, size }: File): string | undefined => {
    // The bytes of a resumed upload are counted already.
    const isCounted = unfinished.some(({ fileName, fileSize }) => fileName === name && fileSize === size)
    return storage && !isCounted ? quotaProblem(storage, size) : undefined
  }

  const judge = async (files: File[], handle: FileSystemFileHandle | undefined) => {
    const [chosen] = files
    if (!chosen) {
      toast.error(messages.notProcessed)
      return setRefusal(messages.folder)
    }
    const why =
      files.length > 1 || file
        ? messages.oneFileOnly
        : (checkFile(chosen) ?? (resume ? await differentFileProblem(chosen, resume) : whyNoRoom(chosen)))
    setRefusal(why)
    if (why === undefined) props.onChoose(chosen, handle)
  }

  const remove = () => {
    setRefusal(undefined)
    props.onRemove()
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
      {!task && !resume && <MyStorage />}
      {!file && !resume && (
        <a
          href={paths.archiveLimits()}
          target="_blank"
          rel="noreferrer"
          className="self-start text-sm text-muted underline underline-offset-4 hover:text-ink"
        >
          What the archive may be, and what happens to bad files
        </a>
      )}
      {file && (
        <FileProgress
          file={file}
          snapshot={task?.engine.getSnapshot()}
          onPause={() => task?.pause()}
          onResume={() => task?.resume()}
          onRetry={props.onRetry}
          onRemove={remove}
        />
      )}
      {file && <ArchiveContents file={file} onChooseOther={task ? undefined : remove} />}
      {task?.getView().state === 'uploading' && (
        <p className="text-sm text-muted">You can close this window: the upload goes on at the foot of the page.</p>
      )}
    </div>
  )
}

const SameFileHint = ({ resume }: { resume: OpenUpload }) => (
  <>
    Choose <bdi className="font-semibold break-all text-ink">{displayName(resume.fileName)}</bdi>
    {resume.fileSize !== null && ` (${formatBytes(resume.fileSize)})`} again. {formatBytes(resume.bytesThere)} of it has
    arrived and is not sent twice.
  </>
)

function MyStorage() {
  const { data } = useMyStorage()
  if (!data) return null
  return (
    <p className="text-sm text-muted tabular-nums">
      {formatBytes(data.usedBytes)} of {formatBytes(data.quotaBytes)} used
    </p>
  )
}

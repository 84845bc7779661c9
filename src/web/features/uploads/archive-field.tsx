import { useState } from 'react'
import type { OpenUpload } from '#contract/uploads.ts'
import { displayName } from '#domain/display-names.ts'
import { quotaProblem } from '#domain/quota.ts'
import { formatBytes } from '#domain/units.ts'
import type { UploadSource } from '#transfer/upload-source.ts'
import { helpPages } from '#web/lib/help-pages.ts'
import { FileDrop } from '#web/ui/form/file-drop.tsx'
import { NewTabLink } from '#web/ui/new-tab-link.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
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

  const judge = async (files: File[], handle: FileSystemFileHandle | undefined, replaces: boolean) => {
    const [chosen] = files
    if (!chosen) {
      toast.error(messages.notProcessed)
      return setRefusal(messages.folder)
    }
    const why =
      files.length > 1 || (file && !replaces)
        ? messages.oneFileOnly
        : (checkFile(chosen) ?? (resume ? await differentFileProblem(chosen, resume) : whyNoRoom(chosen)))
    setRefusal(why)
    if (why === undefined) props.onChoose(chosen, handle)
  }

  const remove = () => {
    setRefusal(undefined)
    props.onRemove()
  }

  const progress = file && (
    <FileProgress
      file={file}
      snapshot={task?.engine.getSnapshot()}
      onPause={() => task?.pause()}
      onResume={() => task?.resume()}
      onRetry={props.onRetry}
      onRemove={remove}
    />
  )

  return (
    <div className="flex flex-col gap-3">
      {task ? (
        progress
      ) : (
        <FileDrop
          label="Image archive"
          error={refusal ?? (file ? undefined : props.error)}
          hint={resume ? <SameFileHint resume={resume} /> : 'One file of any type, for example a .zip'}
          chosen={progress}
          onFiles={(files, handle, replaces) =>
            void judge(files, handle, replaces).catch(() => setRefusal(messages.unreadable))
          }
        />
      )}
      {file && <ArchiveContents file={file} onChooseOther={task ? undefined : remove} />}
      {!resume && !task && (
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-sm text-muted">
          <MyStorage />
          <UploadHelp />
        </div>
      )}
      {task?.getView().state === 'uploading' && <p className="text-sm text-muted">{messages.mayClose}</p>}
    </div>
  )
}

const SameFileHint = ({ resume }: { resume: OpenUpload }) => (
  <>
    Choose <bdi className="font-semibold break-all text-ink">{displayName(resume.fileName)}</bdi>
    {resume.fileSize !== null && ` (${formatBytes(resume.fileSize)})`} again.{' '}
    {resume.bytesThere === 0
      ? 'Nothing has arrived yet; the upload will start over.'
      : `${formatBytes(resume.bytesThere)} has arrived and won't be sent again.`}
  </>
)

function MyStorage() {
  const { data } = useMyStorage()
  if (!data) return null
  return (
    <p className="tabular-nums">
      {formatBytes(data.usedBytes)} of {formatBytes(data.quotaBytes)} used
    </p>
  )
}

const UploadHelp = () => (
  <ul aria-label="Help" className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
    {Object.values(helpPages).map(({ to, text }) => (
      <li key={to}>
        <NewTabLink to={to}>{text}</NewTabLink>
      </li>
    ))}
  </ul>
)

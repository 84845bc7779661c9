import { useState } from 'react'
import type { OpenUpload } from '#contract/uploads.ts'
import { formatBytes } from '#domain/units.ts'
import type { UploadSnapshot } from '#transfer/upload-engine.ts'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { toast } from '#web/ui/toast.ts'
import { FileProgress } from './file-progress.tsx'
import { messages } from './messages.ts'
import { checkFile, whyNotSameFile } from './upload-form.ts'

type ArchiveFieldProps = {
  file: File | undefined
  snapshot: UploadSnapshot | undefined
  resume: OpenUpload | undefined
  error: string | undefined
  onChoose: (file: File) => void
  onRemove: () => void
  onRetry: () => void
}

/** The one file of a request: where it is dropped, and how it is doing. */
export function ArchiveField(props: ArchiveFieldProps) {
  const { file, snapshot, resume } = props
  const [refusal, setRefusal] = useState<string>()

  const judge = (files: File[]) => {
    const [chosen] = files
    if (!chosen) {
      toast.error(messages.notProcessed)
      return setRefusal(messages.folder)
    }
    const why =
      files.length > 1 || file
        ? messages.oneFileOnly
        : (checkFile(chosen) ?? (resume && whyNotSameFile(chosen, resume)))
    setRefusal(why)
    if (why === undefined) props.onChoose(chosen)
  }

  return (
    <div className="flex flex-col gap-3">
      {!snapshot && (
        <FileDrop
          label="Image archive"
          error={refusal ?? (file ? undefined : props.error)}
          hint={resume ? <SameFileHint resume={resume} /> : 'One file of any type, for example a .zip'}
          onFiles={judge}
        />
      )}
      {file && (
        <FileProgress
          file={file}
          snapshot={snapshot}
          onRetry={props.onRetry}
          onRemove={() => {
            setRefusal(undefined)
            props.onRemove()
          }}
        />
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

import { useState, useSyncExternalStore } from 'react'
import type { OpenUpload } from '#contract/uploads.ts'
import { displayName } from '#domain/display-names.ts'
import { formatBytes } from '#domain/units.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { messageOr } from '#web/lib/api.ts'
import { Time } from '#web/lib/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileName } from '#web/ui/form/file-tile.tsx'
import { CancelUploadDialog } from './cancel-upload-dialog.tsx'
import { messages } from './messages.ts'
import { useCancelUpload, useOpenUploads } from './open-upload-queries.ts'
import { uploadTasks } from './upload-tasks.ts'

/** One text, which progress does not change. */
const idsHere = (): string =>
  uploadTasks
    .getSnapshot()
    .map(({ uploadId }) => uploadId?.())
    .join(' ')

/** Unfinished uploads, started here or on another computer, that are not running now. Empty when there are none. */
export function OpenUploads({ onContinue }: { onContinue: (upload: OpenUpload) => void }) {
  const { data = [] } = useOpenUploads()
  const here = useSyncExternalStore(uploadTasks.subscribe, idsHere).split(' ')
  const uploads = data.filter(({ uploadId }) => !here.includes(uploadId))
  const [removing, setRemoving] = useState<OpenUpload>()
  const cancelUpload = useCancelUpload()

  const remove = ({ id, uploadId }: OpenUpload) =>
    cancelUpload.mutate({ analysisRequestId: id, uploadId }, { onSuccess: () => setRemoving(undefined) })

  if (uploads.length === 0) return null
  return (
    <section aria-labelledby="open-uploads" className="rounded-md border border-line bg-card px-4 pt-3 pb-1">
      <h2 id="open-uploads" className="font-display font-semibold">
        Unfinished uploads
      </h2>
      <ul className="divide-y divide-line">
        {uploads.map((upload) => (
          <OpenUploadRow
            key={upload.uploadId}
            upload={upload}
            onContinue={() => onContinue(upload)}
            onRemove={() => setRemoving(upload)}
          />
        ))}
      </ul>
      {removing && (
        <CancelUploadDialog
          file={{ name: removing.fileName, size: removing.fileSize, bytesThere: removing.bytesThere }}
          pending={cancelUpload.isPending}
          error={cancelUpload.isError ? messageOr(cancelUpload.error, messages.notRemoved) : undefined}
          onCancelUpload={() => remove(removing)}
          onKeep={() => {
            cancelUpload.reset()
            setRemoving(undefined)
          }}
        />
      )}
    </section>
  )
}

type RowProps = { upload: OpenUpload; onContinue: () => void; onRemove: () => void }

function OpenUploadRow({ upload, onContinue, onRemove }: RowProps) {
  const { fileName, fileSize, bytesThere, projectType, startedTime } = upload
  const name = displayName(fileName)
  const arrived = fileSize === null ? formatBytes(bytesThere) : `${formatBytes(bytesThere)} of ${formatBytes(fileSize)}`
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-2.5 text-sm">
      <div className="min-w-0 grow basis-64">
        <FileName name={name} className="font-semibold" />
        <p className="text-muted">
          <bdi>{projectTypeLabel(projectType)}</bdi>, started <Time at={startedTime} />
        </p>
      </div>
      <p className="tabular-nums">{arrived} uploaded</p>
      <div className="flex gap-2">
        <Button variant="secondary" size="small" aria-label={`Continue ${name}`} onClick={onContinue}>
          Continue
        </Button>
        <Button variant="quiet" size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}

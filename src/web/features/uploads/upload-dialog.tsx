import { type ComponentType, useEffect } from 'react'
import { Controller } from 'react-hook-form'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { ArchiveField } from './archive-field.tsx'
import { CancelUploadDialog } from './cancel-upload-dialog.tsx'
import { RequestFields } from './request-fields.tsx'
import { type ArchiveUploadOptions, useArchiveUpload } from './use-archive-upload.ts'

const CLOSE_AFTER_MS = 1000

type UploadDialogProps = ArchiveUploadOptions & {
  /** Why the file that the browser remembered cannot be used. */
  refusal?: string | undefined
  /** Looks at the photos of a chosen file. */
  flightCheck: ComponentType<Extract<ReturnType<typeof useArchiveUpload>['check'], object>>
}

export function UploadDialog({ refusal, flightCheck: FlightCheck, ...props }: UploadDialogProps) {
  const { projects, request, resume, onClose } = props
  const upload = useArchiveUpload(props)
  const { control, task, file, handle, snapshot, question, check } = upload
  const { state, open, sentBytes = 0 } = snapshot ?? {}
  useCloseAfterSuccess(state === 'completed', onClose)

  return (
    <FormDialog
      title={request ? 'Send a new archive' : 'Upload Project Details'}
      size="large"
      hasFixedHeight
      hasChosenFiles={file !== undefined && !open && (state === undefined || state === 'error')}
      submitLabel="Upload File"
      submitDisabled={state === 'completed'}
      pending={state === 'uploading'}
      pendingLabel="Uploading..."
      onSubmit={() => void upload.send()}
      onCancel={upload.cancel}
      onClose={state === 'uploading' ? onClose : upload.cancel}
    >
      <RequestFields
        control={control}
        projects={projects}
        ownProject={(resume ?? request)?.projectType}
        isFileChosen={file !== undefined}
        fixed={resume !== undefined || open !== undefined || state === 'uploading'}
      >
        <Controller
          control={control}
          name="files"
          render={({ field, fieldState }) => (
            <ArchiveField
              file={file}
              task={task}
              resume={resume}
              refusal={refusal}
              error={fieldState.error?.message}
              onChoose={(chosen, itsHandle) => {
                handle.current = itsHandle
                field.onChange([chosen])
              }}
              onRetry={upload.retry}
              onRemove={upload.remove}
            />
          )}
        />
      </RequestFields>
      {check && <FlightCheck {...check} />}
      {question && file && (
        <CancelUploadDialog
          file={{ name: file.name, size: file.size, bytesThere: sentBytes }}
          running={question === 'cancel'}
          onCancelUpload={() => void upload.cancelUpload()}
          onKeep={upload.keep}
        />
      )}
    </FormDialog>
  )
}

function useCloseAfterSuccess(done: boolean, onClose: () => void) {
  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(onClose, CLOSE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [done, onClose])
}

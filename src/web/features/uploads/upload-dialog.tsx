import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { OpenUpload } from '#contract/uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { ArchiveField } from './archive-field.tsx'
import { GiveUpDialog } from './give-up-dialog.tsx'
import { messages } from './messages.ts'
import { RequestFields } from './request-fields.tsx'
import { emptyUploadForm, type UploadForm, uploadForm } from './upload-form.ts'
import { useArchiveUpload } from './use-archive-upload.ts'
import { useLeaving } from './use-leaving.ts'

const CLOSE_AFTER_MS = 1000

type UploadDialogProps = {
  /** The customer's projects. */
  projects: readonly string[]
  /** An unfinished upload that goes on. */
  resume?: OpenUpload | undefined
  onClose: () => void
  onUploaded: () => void
}

export function UploadDialog({ projects, resume, onClose, onUploaded }: UploadDialogProps) {
  const formId = useId()
  const { control, handleSubmit, setValue } = useForm<UploadForm>({
    resolver: zodResolver(uploadForm),
    defaultValues: resume ? { ...resume, files: [] } : emptyUploadForm,
  })
  const [file] = useWatch({ control, name: 'files' })
  const { snapshot, submit, retry, giveUp } = useArchiveUpload(resume, onUploaded)
  const state = snapshot?.state
  const leaving = useLeaving(state === 'uploading', giveUp, onClose)
  const [removing, setRemoving] = useState(false)
  useCloseAfterSuccess(state === 'completed', onClose)

  const send = handleSubmit(submit, (errors) => {
    if (errors.files) toast.error(messages.noFile)
  })
  const remove = async () => {
    setRemoving(false)
    await giveUp()
    if (resume) onClose()
    else setValue('files', [])
  }
  const bytesThere = snapshot?.sentBytes ?? 0
  const lost = { name: file?.name ?? '', size: file?.size ?? 0, bytesThere }

  return (
    <Dialog
      title="Upload Project Details"
      size="large"
      closesOnBackdrop={false}
      onClose={leaving.ask}
      footer={
        <>
          <Button variant="secondary" onClick={leaving.ask}>
            Cancel
          </Button>
          <Button type="submit" form={formId} pending={state === 'uploading'} disabled={state === 'completed'}>
            {state === 'uploading' ? 'Uploading...' : 'Upload File'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          orTell(send())
        }}
      >
        <RequestFields
          control={control}
          projects={projects}
          ownProject={resume?.projectType}
          fixed={resume !== undefined || snapshot?.open !== undefined || state === 'uploading'}
        >
          <Controller
            control={control}
            name="files"
            render={({ field, fieldState }) => (
              <ArchiveField
                file={file}
                snapshot={snapshot}
                resume={resume}
                error={fieldState.error?.message}
                onChoose={(chosen) => field.onChange([chosen])}
                onRetry={() => orTell(snapshot?.open ? retry() : send())}
                onRemove={() => (bytesThere > 0 ? setRemoving(true) : void remove())}
              />
            )}
          />
        </RequestFields>
      </form>
      {leaving.asked && (
        <GiveUpDialog file={lost} running pending={leaving.pending} onGiveUp={leaving.leave} onKeep={leaving.stay} />
      )}
      {removing && (
        <GiveUpDialog file={lost} pending={false} onGiveUp={() => void remove()} onKeep={() => setRemoving(false)} />
      )}
    </Dialog>
  )
}

/** A failure that no state of the upload tells of. */
const orTell = (work: Promise<void>) => void work.catch(() => toast.error(messages.notSubmitted))

function useCloseAfterSuccess(done: boolean, onClose: () => void) {
  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(onClose, CLOSE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [done, onClose])
}

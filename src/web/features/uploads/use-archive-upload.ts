import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { AnalysisRow } from '#contract/analyses.ts'
import type { OpenUpload } from '#contract/uploads.ts'
import { type FlightAnswers, NO_ANSWERS } from '#domain/flights.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { type ArchiveTask, startArchive } from './archive-task.ts'
import { messages } from './messages.ts'
import { newUploadForm, type UploadForm, uploadForm } from './upload-form.ts'
import { useShownTask } from './use-shown-task.ts'

/** A rejected request for which a new archive is sent. */
type AnsweredRequest = Pick<AnalysisRow, 'analysisRequestId' | 'projectType' | 'description' | 'reportCategories'>

export type ArchiveUploadOptions = {
  /** The customer's projects. */
  projects: readonly string[]
  request?: AnsweredRequest | undefined
  /** An unfinished upload to resume. */
  resume?: OpenUpload | undefined
  /** Its task, if it runs already because the browser remembered its file. */
  task?: ArchiveTask | undefined
  /** Adds the maps of an archive to a project instead. */
  onAddAsMaps?: ((archive: File) => void) | undefined
  onClose: () => void
  onUploaded: () => void
}

/** The form of one archive, and its upload. */
export function useArchiveUpload(options: ArchiveUploadOptions) {
  const { projects, request, resume, onAddAsMaps, onClose, onUploaded } = options
  const { control, handleSubmit, setValue } = useForm<UploadForm>({
    resolver: zodResolver(uploadForm),
    defaultValues: { ...(resume ?? request ?? newUploadForm(projects)), files: [] },
  })
  const [[chosen], outputs] = useWatch({ control, name: ['files', 'reportCategories'] })
  /** What a person says of the flight where the photos don't; of this file alone. */
  const [said, setSaid] = useState<{ file: unknown; flight: FlightAnswers }>()
  const flight = said && said.file === chosen ? said.flight : NO_ANSWERS
  const handle = useRef<FileSystemFileHandle>(undefined)
  const [task, setTask] = useState(options.task)
  const [question, setQuestion] = useState<'cancel' | 'remove'>()
  useShownTask(task)
  const snapshot = task?.engine.getSnapshot()
  const open = snapshot?.open
  const file = task?.engine.file ?? chosen

  const submit = async ({ files, ...details }: UploadForm) => {
    const [toSend] = files
    if (task && open) return task.retry()
    task?.stop()
    const answer = { ...details, flight, answers: request?.analysisRequestId }
    const of = { handle: handle.current, details: answer, resume, isRetry: task !== undefined, onUploaded }
    if (toSend) setTask(startArchive({ file: toSend, ...of }))
  }
  const send = () =>
    handleSubmit(submit, (errors) => {
      if (errors.files) toast.error(messages.noFile)
    })().catch(() => toast.error(messages.notSubmitted))

  const cancelUpload = async () => {
    setQuestion(undefined)
    await task?.cancelUpload()
    setTask(undefined)
    if (resume || question === 'cancel') onClose()
    else setValue('files', [])
  }

  return {
    control,
    handle,
    task,
    snapshot,
    question,
    file,
    /** What the check of the photos is given; its answers can change until they are sent. */
    check: file instanceof File && {
      file,
      outputs,
      answers: flight,
      ...(!open &&
        snapshot?.state !== 'uploading' && {
          onAnswers: (to: FlightAnswers) => setSaid({ file: chosen, flight: to }),
          onAddAsMaps:
            onAddAsMaps &&
            (() => {
              task?.stop()
              onClose()
              onAddAsMaps(file)
            }),
        }),
    },
    send,
    cancelUpload,
    retry: () => (open ? task?.retry() : void send()),
    remove: () => (snapshot && snapshot.sentBytes > 0 ? setQuestion('remove') : void cancelUpload()),
    cancel: () => {
      if (snapshot?.state === 'uploading') return setQuestion('cancel')
      // Without anything on the server there is nothing to keep.
      if (!open) task?.stop()
      onClose()
    },
    keep: () => setQuestion(undefined),
  }
}

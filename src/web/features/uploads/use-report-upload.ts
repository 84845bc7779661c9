import { useEffect, useState, useSyncExternalStore } from 'react'
import type { AnalysisOfUser } from '#contract/analyses.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { messages } from './messages.ts'
import { type ReportTask, reportTaskFor } from './report-task.ts'
import { isWithinReportLimit, type ReportDetails } from './upload-calls.ts'
import { checkFile } from './upload-form.ts'
import { useShownTask } from './use-shown-task.ts'

export type ReportUploadOptions = {
  request: Pick<AnalysisOfUser, 'analysisRequestId' | 'projectType' | 'reportCategories' | 'user'>
  onUploaded: () => void
  onClose: () => void
}

/** The form of a report, and its upload, which continues when the screen that shows it closes. */
export function useReportUpload({ request, onUploaded, onClose }: ReportUploadOptions) {
  const { analysisRequestId, projectType, reportCategories } = request
  const [task] = useState(() => reportTaskFor(analysisRequestId, onUploaded))
  const [fault, setFault] = useState<string>()
  const [remarks, setRemarks] = useState(task.details()?.remarks ?? '')
  // A sole output is what the report is about.
  const [ticked, setTicked] = useState<readonly string[]>(reportCategories.length === 1 ? reportCategories : [])
  const [question, setQuestion] = useState<'cancel' | 'publish'>()
  const [isPartAccepted, setIsPartAccepted] = useState(false)
  // Files are chosen before the upload starts, when the list of tasks does not have them yet.
  const { files, running } = useSyncExternalStore(task.queue.subscribe, task.queue.getSnapshot)
  useShownTask(task)
  const { state } = task.getView()
  useEffect(() => {
    if (state === 'completed') onClose()
  }, [state, onClose])
  const details = { analysisRequestId, projectType, remarks }
  const missing = reportCategories.filter((id) => !ticked.includes(id))

  const add = (chosen: File[]) => {
    if (chosen.length === 0) {
      toast.error(messages.notProcessed)
      setFault(messages.folder)
      return
    }
    for (const file of chosen) if (!isWithinReportLimit(file)) toast.error(messages.tooLarge(file.name))
    const fitting = chosen.filter(isWithinReportLimit)
    setFault(fitting.map(checkFile).find((found) => found !== undefined))
    task.queue.add(fitting.filter((file) => checkFile(file) === undefined))
  }
  /** Whether everything is there to send; shows what is missing. */
  const check = (): boolean => {
    const found = faultOf(details, task)
    setFault(found)
    return found === undefined
  }
  const send = (publish: boolean, only?: number) => {
    setQuestion(undefined)
    void task.send({ ...details, publish }, only)
  }

  return {
    task,
    running,
    // Once sent, the task keeps its files when the dialog closes.
    hasChosenFiles: files.length > 0 && task.details() === undefined,
    fault,
    add,
    remarks,
    setRemarks,
    ticked,
    setTicked,
    missing,
    question,
    saveDraft: () => check() && send(false),
    /** Asks once when an output that was ordered is not ticked. */
    submit: () => {
      if (running || !check()) return
      if (missing.length > 0 && !isPartAccepted) setQuestion('publish')
      else send(true)
    },
    publishAnyway: () => {
      setIsPartAccepted(true)
      send(true)
    },
    retry: (file: number) => send(task.details()?.publish ?? true, file),
    cancel: () => (running ? setQuestion('cancel') : onClose()),
    cancelUpload: () => {
      void task.cancelUpload()
      onClose()
    },
    keep: () => setQuestion(undefined),
  }
}

type ReportTarget = Pick<ReportDetails, 'analysisRequestId' | 'projectType'>

function faultOf({ analysisRequestId, projectType }: ReportTarget, { queue }: ReportTask): string | undefined {
  if (analysisRequestId === '') return messages.noAnalysisId
  if (projectType === '') return messages.noProject
  return queue.getSnapshot().files.length === 0 ? messages.noReportFile : undefined
}

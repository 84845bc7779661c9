import { useEffect, useState, useSyncExternalStore } from 'react'
import { toast } from '#web/ui/toast.ts'
import { messages } from './messages.ts'
import { type ReportTask, reportTaskFor } from './report-task.ts'
import { isWithinReportLimit, type ReportDetails } from './upload-calls.ts'
import { checkFile } from './upload-form.ts'
import { useShownTask } from './use-shown-task.ts'

type Options = { analysisRequestId: string; onUploaded: () => void; onClose: () => void }

/** The files of a report. A running upload continues when the screen that shows it closes. */
export function useReportUpload({ analysisRequestId, onUploaded, onClose }: Options) {
  const [task] = useState(() => reportTaskFor(analysisRequestId, onUploaded))
  const [fault, setFault] = useState<string>()
  // Files are chosen before the upload starts, when the list of tasks does not have them yet.
  useSyncExternalStore(task.queue.subscribe, task.queue.getSnapshot)
  useShownTask(task)
  const { state } = task.getView()
  useEffect(() => {
    if (state === 'completed') onClose()
  }, [state, onClose])

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

  const send = async (details: ReportDetails) => {
    const found = faultOf(details, task)
    setFault(found)
    if (found === undefined) await task.send(details)
  }

  return { task, fault, add, send }
}

function faultOf({ analysisRequestId, projectType }: ReportDetails, { queue }: ReportTask): string | undefined {
  if (analysisRequestId === '') return messages.noAnalysisId
  if (projectType === '') return messages.noProject
  return queue.getSnapshot().files.length === 0 ? messages.noReportFile : undefined
}

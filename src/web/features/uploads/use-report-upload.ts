import { useEffect, useState, useSyncExternalStore } from 'react'
import type { UploadRef } from '#transfer/transfer.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'
import { browserConnection } from './browser-connection.ts'
import { useLeaveWarning } from './leave-warning.ts'
import { messages } from './messages.ts'
import { whyNotPublished } from './report-outcome.ts'
import { fitsReport, type ReportDetails, reportCalls } from './upload-calls.ts'
import { checkFile } from './upload-form.ts'
import { createUploadQueue } from './upload-queue.ts'

/** The files of a report on their way. They are stopped when the screen that shows them goes away. */
export function useReportUpload(onDone: () => void) {
  const [queue] = useState(() => createUploadQueue(reportCalls, browserConnection))
  const [fault, setFault] = useState<string>()
  const snapshot = useSyncExternalStore(queue.subscribe, queue.getSnapshot)
  useEffect(() => () => queue.cancel(), [queue])
  useLeaveWarning(snapshot.running)

  const add = (chosen: File[]) => {
    if (chosen.length === 0) {
      toast.error(messages.notProcessed)
      setFault(messages.folder)
      return
    }
    for (const file of chosen) if (!fitsReport(file)) toast.error(messages.tooLarge(file.name))
    const fitting = chosen.filter(fitsReport)
    setFault(fitting.map(checkFile).find((found) => found !== undefined))
    queue.add(fitting.filter((file) => checkFile(file) === undefined))
  }

  const remove = (key: number) => {
    const open = queue.getSnapshot().files.find((file) => file.key === key)?.upload.open
    queue.remove(key)
    if (open) void abandon(open)
  }

  const send = async (details: ReportDetails) => {
    const found = faultOf(details, snapshot.files.length)
    setFault(found)
    if (found !== undefined) return
    const published = await queue.run(details)
    if (published) {
      toast.success(messages.reportUploaded)
      onDone()
      return
    }
    const why = whyNotPublished(queue.getSnapshot())
    if (why !== undefined) toast.error(why)
  }

  const giveUp = async () => {
    queue.cancel()
    await Promise.all(queue.getSnapshot().files.map(async ({ upload }) => upload.open && abandon(upload.open)))
  }

  return { snapshot, fault, add, remove, send, giveUp }
}

function faultOf({ analysisRequestId, projectType }: ReportDetails, files: number): string | undefined {
  if (analysisRequestId === '') return messages.noAnalysisId
  if (projectType === '') return messages.noProject
  return files === 0 ? messages.noReportFile : undefined
}

/** An upload that can't be given up now is swept by the server later. */
async function abandon({ id, uploadId }: UploadRef): Promise<void> {
  await call('abandonReportUpload', { query: { analysisRequestId: id, uploadId } }).catch((error: unknown) =>
    console.warn('An unfinished report upload stays until it is swept', error),
  )
}

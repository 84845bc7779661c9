import { useEffect, useSyncExternalStore } from 'react'
import { shownTask, type UploadTask, uploadTasks } from './upload-tasks.ts'

/** For the dialog that shows a task: draws it anew at each change, and keeps the dock from showing it, too. */
export function useShownTask(task: UploadTask | undefined): void {
  useSyncExternalStore(uploadTasks.subscribe, uploadTasks.getSnapshot)
  useEffect(() => {
    shownTask.set(task?.key)
    return () => {
      shownTask.set(undefined)
      if (task?.getView().state === 'completed') uploadTasks.remove(task.key)
    }
  }, [task])
}

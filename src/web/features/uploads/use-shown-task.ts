import { useEffect, useSyncExternalStore } from 'react'
import { shownTask, type UploadTask, uploadTasks } from './upload-tasks.ts'

/** For the dialog that shows a task: rerenders at each change, and hides the task in the dock. */
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

import { UploadCloud } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { percentOf } from '#transfer/progress.ts'
import { useOpenUploads } from './open-upload-queries.ts'
import { uploadTasks, useHasUploads } from './upload-tasks.ts'

/** Whether this tab or the server has an unfinished upload. */
export function useUploadsUnderWay(): { isAny: boolean; isPending: boolean } {
  const open = useOpenUploads()
  const isHere = useHasUploads()
  return { isAny: isHere || (open.data ?? []).length > 0, isPending: open.isPending }
}

/** In the place of a list that has no request yet. */
export function UploadsUnderWay() {
  const here = useSyncExternalStore(uploadTasks.subscribe, uploadTasks.getSnapshot).map((task) => task.getView())
  const isSending = here.some(({ state }) => state === 'uploading' || state === 'completed')
  return (
    <section
      aria-labelledby="under-way"
      className="flex flex-col items-center gap-2 border-y border-dashed border-line-strong/60 px-6 py-10 text-center text-sm"
    >
      <UploadCloud aria-hidden className="size-8 text-muted" strokeWidth={1.5} />
      <h2 id="under-way" className="mt-1 font-display text-lg font-semibold">
        {isSending ? 'Upload in progress' : 'Upload not finished'}
      </h2>
      {here.map((view, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the order does not change
        <p key={place} className="max-w-full break-words tabular-nums">
          <bdi>{view.title}</bdi>
          {view.state === 'uploading' && `, ${percentOf(view)}%`}
        </p>
      ))}
      <p className="max-w-md text-muted">
        {isSending
          ? 'Your request appears here when the whole archive has arrived. Keep this tab open.'
          : 'Your request appears here when the whole archive has arrived.'}
      </p>
    </section>
  )
}

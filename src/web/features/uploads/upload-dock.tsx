import { RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { percentOf } from '#transfer/progress.ts'
import { noteInTitle } from '#web/lib/page-title.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileName } from '#web/ui/form/file-tile.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { CancelUploadDialog } from './cancel-upload-dialog.tsx'
import { PauseButton } from './pause-button.tsx'
import { TransferStatus } from './transfer-status.tsx'
import { shownTask, type TaskView, type UploadTask } from './upload-tasks.ts'

/** The running uploads, at the bottom of every dashboard screen. */
export function UploadDock({ tasks }: { tasks: readonly UploadTask[] }) {
  const shown = useSyncExternalStore(shownTask.subscribe, shownTask.getSnapshot)
  const [removing, setRemoving] = useState<UploadTask>()
  const running = tasks.map((task) => task.getView()).filter(({ state }) => state === 'uploading')
  useWakeLock(running.some(({ waitReason }) => waitReason !== 'paused'))
  useTitle(running)

  const docked = tasks.filter(({ key }) => key !== shown)
  if (docked.length === 0) return null
  return (
    <section
      aria-label="Uploads"
      className="sticky bottom-0 z-10 border-t border-line-strong bg-card px-4 shadow-lg md:px-8"
    >
      <ul className="mx-auto max-h-[40dvh] max-w-7xl divide-y divide-line overflow-y-auto">
        {docked.map((task) => (
          <DockRow key={task.key} task={task} onRemove={() => setRemoving(task)} />
        ))}
      </ul>
      {removing && (
        <CancelUploadDialog
          file={lossOf(removing.getView())}
          running={removing.getView().state === 'uploading'}
          onCancelUpload={() => {
            setRemoving(undefined)
            void removing.cancelUpload()
          }}
          onKeep={() => setRemoving(undefined)}
        />
      )}
    </section>
  )
}

function DockRow({ task, onRemove }: { task: UploadTask; onRemove: () => void }) {
  const view = task.getView()
  const { title, state, waitReason, reason } = view
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-1 py-2 text-sm">
      <div className="min-w-0 grow basis-60">
        <FileName name={title} className="font-semibold" />
        <p className="text-muted tabular-nums">
          <TransferStatus {...view} />
        </p>
        {state === 'error' && <p className="break-words text-danger">{reason}</p>}
      </div>
      {state === 'error' && <Badge tone="red">Upload failed</Badge>}
      {state === 'completed' && <Badge tone="green">Uploaded</Badge>}
      {state === 'uploading' && (
        <div className="grow basis-48">
          <ProgressBar label={`Progress of ${title}`} percent={percentOf(view)} />
        </div>
      )}
      {state !== 'completed' && (
        <div className="flex items-center gap-1">
          {state === 'error' && (
            <Button variant="secondary" size="small" aria-label={`Retry ${title}`} onClick={task.retry}>
              <RotateCcw aria-hidden className="size-4" />
              Retry
            </Button>
          )}
          {state === 'uploading' && (
            <PauseButton name={title} paused={waitReason === 'paused'} onPause={task.pause} onResume={task.resume} />
          )}
          <IconButton
            icon={Trash2}
            label={state === 'error' ? `Remove ${title}` : `Cancel ${title}`}
            onClick={onRemove}
          />
        </div>
      )}
    </li>
  )
}

const lossOf = ({ title, totalBytes, sentBytes }: TaskView) => ({
  name: title,
  size: totalBytes,
  bytesThere: sentBytes,
})

function useTitle(running: readonly TaskView[]): void {
  const sum = (pick: (view: TaskView) => number) => running.reduce((total, view) => total + pick(view), 0)
  const percent = percentOf({ sentBytes: sum((view) => view.sentBytes), totalBytes: sum((view) => view.totalBytes) })
  const note = running.length > 0 ? `${percent}%` : ''
  useEffect(() => noteInTitle(note), [note])
  useEffect(() => () => noteInTitle(''), [])
}

/** While `active`, keeps the screen and the computer awake where the browser supports it. */
function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return undefined
    let lock: Promise<WakeLockSentinel | undefined> | undefined
    const ask = () => {
      // A hidden page may not request it, and a low battery may reject it. Neither affects the upload.
      if (document.visibilityState === 'visible') lock = navigator.wakeLock.request('screen').catch(() => undefined)
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      document.removeEventListener('visibilitychange', ask)
      void lock?.then((held) => held?.release())
    }
  }, [active])
}

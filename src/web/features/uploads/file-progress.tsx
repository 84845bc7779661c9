import { FileArchive, RotateCcw, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { displayName } from '#domain/display-names.ts'
import { percentOf } from '#transfer/progress.ts'
import type { UploadSnapshot } from '#transfer/upload-engine.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChangeFileButton } from '#web/ui/form/file-drop.tsx'
import { FileName } from '#web/ui/form/file-tile.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { messages } from './messages.ts'
import { PauseButton } from './pause-button.tsx'
import { TransferStatus } from './transfer-status.tsx'

type FileProgressProps = {
  file: { name: string; size: number }
  snapshot: UploadSnapshot | undefined
  onRemove: () => void
  onRetry: () => void
  onPause: () => void
  onResume: () => void
  /** Another upload is running, and this file waits. */
  busy?: boolean
  children?: ReactNode
}

/** A chosen file and its progress. */
export function FileProgress({ file, busy = false, children, ...props }: FileProgressProps) {
  const snapshot = props.snapshot ?? { state: 'ready', sentBytes: 0, totalBytes: file.size }
  const name = displayName(file.name)
  const { state, waitReason, reason } = { waitReason: undefined, reason: undefined, ...snapshot }
  return (
    <div ref={reveal} className="flex scroll-my-5 flex-col gap-2 rounded-md border border-line bg-paper p-3 text-sm">
      <div className="flex items-center gap-3">
        <FileArchive aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.5} />
        <span className="min-w-0 grow">
          <FileName name={name} className="font-medium" />
          <span className="block text-muted tabular-nums">
            <TransferStatus {...snapshot} />
          </span>
        </span>
        {state === 'completed' && <Badge tone="green">Uploaded</Badge>}
        {state === 'uploading' && (
          <PauseButton name={name} paused={waitReason === 'paused'} onPause={props.onPause} onResume={props.onResume} />
        )}
        {state === 'ready' && <ChangeFileButton name={name} />}
        {state === 'ready' && !busy && <IconButton icon={X} label={`Remove ${name}`} onClick={props.onRemove} />}
      </div>
      {children}
      {(state === 'uploading' || state === 'completed') && (
        <div ref={reveal} className="scroll-my-8">
          <ProgressBar label={`Progress of ${name}`} percent={percentOf(snapshot)} />
        </div>
      )}
      {state === 'error' && (
        <div ref={reveal} role="alert" className="scroll-my-8 flex flex-col items-start gap-2">
          <Badge tone="red">Upload failed</Badge>
          <p className="w-full break-words text-danger">
            {messages.errorUploading(file.name, reason ?? messages.uploadFailed)}
          </p>
          <div className="flex gap-2">
            <Button variant="secondary" size="small" disabled={busy} onClick={props.onRetry}>
              <RotateCcw aria-hidden className="size-4" />
              Retry
            </Button>
            <Button variant="quiet" size="small" disabled={busy} onClick={props.onRemove}>
              <Trash2 aria-hidden className="size-4" />
              Remove
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

/** Scrolls a new element into view. */
const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

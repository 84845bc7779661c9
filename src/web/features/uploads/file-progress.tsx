import { FileArchive, RotateCcw, Trash2, X } from 'lucide-react'
import { formatBytes } from '#domain/units.ts'
import type { UploadSnapshot } from '#transfer/upload-engine.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileName } from '#web/ui/file-tile.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { messages } from './messages.ts'

type FileProgressProps = {
  file: { name: string; size: number }
  snapshot: UploadSnapshot | undefined
  onRemove: () => void
  /** Left out where one button retries everything that failed. */
  onRetry?: () => void
  /** Other work is under way, and this file waits. */
  busy?: boolean
}

/** A chosen file, and how far it has come. */
export function FileProgress({ file, snapshot, onRemove, onRetry, busy = false }: FileProgressProps) {
  const state = snapshot?.state ?? 'ready'
  return (
    <div ref={reveal} className="flex scroll-my-5 flex-col gap-2 rounded-md border border-line bg-paper p-3 text-sm">
      <div className="flex items-center gap-3">
        <FileArchive aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.5} />
        <span className="min-w-0 grow">
          <FileName name={file.name} className="font-medium" />
          <span className="block text-muted tabular-nums">{sizeText(file.size, snapshot)}</span>
        </span>
        {state === 'completed' && <Badge tone="green">Uploaded</Badge>}
        {state === 'ready' && !busy && <IconButton icon={X} label={`Remove ${file.name}`} onClick={onRemove} />}
      </div>
      {(state === 'uploading' || state === 'completed') && (
        <div ref={reveal} className="scroll-my-8">
          <ProgressBar label={`Progress of ${file.name}`} percent={percentOf(snapshot)} />
        </div>
      )}
      {state === 'error' && (
        <div ref={reveal} role="alert" className="scroll-my-8 flex flex-col items-start gap-2">
          <Badge tone="red">Upload failed</Badge>
          <p className="w-full break-words text-danger">
            {messages.errorUploading(file.name, snapshot?.reason ?? messages.uploadFailed)}
          </p>
          <div className="flex gap-2">
            {onRetry && (
              <Button variant="secondary" size="small" disabled={busy} onClick={onRetry}>
                <RotateCcw aria-hidden className="size-4" />
                Retry
              </Button>
            )}
            <Button variant="quiet" size="small" disabled={busy} onClick={onRemove}>
              <Trash2 aria-hidden className="size-4" />
              Remove
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

/** Whole percents, and 100 only when every byte has gone. */
const percentOf = (snapshot: UploadSnapshot | undefined): number =>
  snapshot ? Math.floor((100 * snapshot.sentBytes) / Math.max(1, snapshot.totalBytes)) : 0

function sizeText(size: number, snapshot: UploadSnapshot | undefined): string {
  if (!snapshot || snapshot.state === 'completed' || snapshot.sentBytes === 0) return formatBytes(size)
  return `${formatBytes(snapshot.sentBytes)} of ${formatBytes(size)}`
}

/** What has just appeared is brought into view, wherever the form was scrolled to. */
const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

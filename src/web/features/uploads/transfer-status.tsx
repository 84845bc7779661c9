import { formatBytes } from '#domain/units.ts'
import { timeLeft } from '#transfer/progress.ts'
import type { WaitReason } from '#transfer/retry-loop.ts'
import { messages } from './messages.ts'
import type { TaskView } from './upload-tasks.ts'

const WAIT_REASONS = { paused: messages.paused, offline: messages.offline, waiting: messages.waiting } satisfies Record<
  WaitReason,
  string
>

type TransferStatusProps = Pick<
  TaskView,
  'state' | 'waitReason' | 'sentBytes' | 'totalBytes' | 'bytesPerSecond' | 'endsAt'
>

/** The sent bytes, the speed and the estimated end, or why nothing is sent. */
export function TransferStatus(view: TransferStatusProps) {
  const { state, waitReason, sentBytes, totalBytes, bytesPerSecond } = view
  if (state === 'completed' || (sentBytes === 0 && state !== 'uploading')) return formatBytes(totalBytes)
  const speed = bytesPerSecond === undefined ? '' : `${formatBytes(Math.round(bytesPerSecond))}/s`
  const parts = [`${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`, speed, timeLeft(view)]
  return (
    <>
      {parts.filter(Boolean).join(', ')}
      <output className="block font-medium text-ink">
        {state === 'uploading' && waitReason ? WAIT_REASONS[waitReason] : ''}
      </output>
    </>
  )
}

import { formatBytes } from '#domain/units.ts'
import { timeLeft } from '#transfer/progress.ts'
import type { Hold } from '#transfer/retry-loop.ts'
import { messages } from './messages.ts'
import type { TaskView } from './upload-tasks.ts'

const HOLDS = { paused: messages.paused, offline: messages.offline, waiting: messages.waiting } satisfies Record<
  Hold,
  string
>

type TransferLineProps = Pick<TaskView, 'state' | 'hold' | 'sentBytes' | 'totalBytes' | 'bytesPerSecond' | 'endsAt'>

/** How much has gone out, how fast it goes and when it will be there; or why nothing goes. */
export function TransferLine(view: TransferLineProps) {
  const { state, hold, sentBytes, totalBytes, bytesPerSecond } = view
  if (state === 'completed' || (sentBytes === 0 && state !== 'uploading')) return formatBytes(totalBytes)
  const speed = bytesPerSecond === undefined ? '' : `${formatBytes(Math.round(bytesPerSecond))}/s`
  const parts = [`${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`, speed, timeLeft(view)]
  return (
    <>
      {parts.filter(Boolean).join(', ')}
      <output className="block font-medium text-ink">{state === 'uploading' && hold ? HOLDS[hold] : ''}</output>
    </>
  )
}

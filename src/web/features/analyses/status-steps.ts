import type { TimelineEvent } from '#contract/analyses.ts'
import type { ProcessingProgress } from '#contract/processing.ts'
import { statusLabel, type VisibleStatus } from '#domain/analyses.ts'

/** A step of a request. Without a time it is still ahead. */
export type StatusStep = {
  title: string
  status: VisibleStatus | 'PROCESSING'
  time: string | null
  message: string | null
  /** What is being done, of a step that is under way. */
  stage?: string | null
}

const NEXT_STATUSES = {
  PENDING: ['UNDER_REVIEW', 'PROCESSED'],
  UNDER_REVIEW: ['PROCESSED'],
  PROCESSED: [],
  REJECTED: [],
} satisfies Record<VisibleStatus, VisibleStatus[]>

/** The steps of a request: what happened, oldest first, what is under way, and what usually comes next. */
export function statusSteps(events: readonly TimelineEvent[], processing?: ProcessingProgress): StatusStep[] {
  const past: StatusStep[] = events.map((event, index) => ({
    title: titleOf(event, events[index - 1]),
    status: event.status,
    time: event.time,
    message: event.message,
  }))
  const last = events.at(-1)
  const ahead = last ? NEXT_STATUSES[last.status] : []
  return [
    ...past,
    ...(processing ? present(processing) : []),
    ...ahead.map((status) => ({ title: statusLabel(status), status, time: null, message: null })),
  ]
}

const present = ({ isProcessing, since, stage }: ProcessingProgress): StatusStep[] =>
  isProcessing ? [{ title: 'Processing', status: 'PROCESSING', time: since, message: null, stage }] : []

function titleOf({ event, status }: TimelineEvent, before: TimelineEvent | undefined): string {
  if (event === 'received') return 'Received'
  if (event === 'archive') return 'New archive received'
  if (event === 'message') return 'Message'
  if (event === 'report' && before?.status === 'PROCESSED') return 'Report updated'
  return statusLabel(status)
}

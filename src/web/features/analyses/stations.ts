import type { TimelineEvent } from '#contract/analyses.ts'
import { statusLabel, type VisibleStatus } from '#domain/analyses.ts'

/** A stop on the way of a request; without a time it lies ahead. */
export type Station = {
  title: string
  status: VisibleStatus
  time: string | null
  message: string | null
}

const AHEAD = {
  PENDING: ['UNDER_REVIEW', 'PROCESSED'],
  UNDER_REVIEW: ['PROCESSED'],
  PROCESSED: [],
  REJECTED: [],
} satisfies Record<VisibleStatus, VisibleStatus[]>

/** The way of a request: what happened, oldest first, and what usually comes next. */
export function stationsOf(events: readonly TimelineEvent[]): Station[] {
  const past = events.map((event, place) => ({
    title: titleOf(event, events[place - 1]),
    status: event.status,
    time: event.time,
    message: event.message,
  }))
  const last = events.at(-1)
  const ahead = last ? AHEAD[last.status] : []
  return [...past, ...ahead.map((status) => ({ title: statusLabel(status), status, time: null, message: null }))]
}

function titleOf({ event, status }: TimelineEvent, before: TimelineEvent | undefined): string {
  if (event === 'received') return 'Received'
  if (event === 'message') return 'Message'
  if (event === 'report' && before?.status === 'PROCESSED') return 'Report updated'
  return statusLabel(status)
}

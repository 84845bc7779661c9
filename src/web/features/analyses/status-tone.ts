import type { VisibleStatus } from '#domain/analyses.ts'

export type StatusTone = 'blue' | 'yellow' | 'green' | 'red' | 'grey'

const TONES = {
  PENDING: 'blue',
  UNDER_REVIEW: 'yellow',
  PROCESSED: 'green',
  REJECTED: 'red',
} satisfies Record<VisibleStatus, StatusTone>

/** APPROVED is green, ON HOLD and any status that is not known here are grey. */
export function statusTone(status: string): StatusTone {
  const name = status.toUpperCase().replaceAll(' ', '_')
  if (name === 'APPROVED') return 'green'
  return Object.hasOwn(TONES, name) ? TONES[name as VisibleStatus] : 'grey'
}

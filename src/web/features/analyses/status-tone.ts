import type { VisibleStatus } from '#domain/analyses.ts'

type StatusTone = 'blue' | 'yellow' | 'green' | 'red' | 'grey'

const TONES = {
  PENDING: 'blue',
  UNDER_REVIEW: 'yellow',
  PROCESSED: 'green',
  REJECTED: 'red',
  APPROVED: 'green',
  ON_HOLD: 'grey',
} satisfies Record<VisibleStatus | 'APPROVED' | 'ON_HOLD', StatusTone>

const tones = new Map<string, StatusTone>(Object.entries(TONES))

/** Grey for an unknown status. */
export const statusTone = (status: string): StatusTone => tones.get(status.toUpperCase().replaceAll(' ', '_')) ?? 'grey'

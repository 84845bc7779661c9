import type { VisibleStatus } from '#domain/analyses.ts'

export type StatusTone = 'blue' | 'yellow' | 'green' | 'red' | 'grey'

const TONES = {
  PENDING: 'blue',
  UNDER_REVIEW: 'yellow',
  PROCESSED: 'green',
  REJECTED: 'red',
} satisfies Record<VisibleStatus, StatusTone>

const OTHER_TONES = { APPROVED: 'green', ON_HOLD: 'grey' } as const

const tones = new Map<string, StatusTone>(Object.entries({ ...TONES, ...OTHER_TONES }))

/** Grey for an unknown status. */
export const statusTone = (status: string): StatusTone => tones.get(status.toUpperCase().replaceAll(' ', '_')) ?? 'grey'

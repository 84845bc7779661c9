import { CircleX, Info, TriangleAlert } from 'lucide-react'
import type { CheckSeverity } from '#domain/flights.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export const SEVERITY_LOOKS = {
  stop: { tone: 'red', icon: CircleX, name: 'Problem' },
  warn: { tone: 'yellow', icon: TriangleAlert, name: 'Warning' },
  inform: { tone: 'grey', icon: Info, name: 'Note' },
} satisfies Record<CheckSeverity, { tone: BadgeTone; icon: typeof Info; name: string }>

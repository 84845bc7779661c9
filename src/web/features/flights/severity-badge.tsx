import { CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CheckSeverity } from '#domain/flights.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const LOOKS = {
  stop: { tone: 'red', icon: CircleX },
  warn: { tone: 'yellow', icon: TriangleAlert },
  inform: { tone: 'grey', icon: Info },
} satisfies Record<CheckSeverity, { tone: BadgeTone; icon: typeof Info }>

/** Something that was found, in the colour of how much it matters. */
export const SeverityBadge = ({ severity, children }: { severity: CheckSeverity; children: ReactNode }) => (
  <Badge {...LOOKS[severity]}>{children}</Badge>
)

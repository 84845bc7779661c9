import { statusLabel } from '#domain/analyses.ts'
import { Badge } from '#web/ui/badge.tsx'
import { statusTone } from './status-tone.ts'

export const StatusBadge = ({ status }: { status: string }) => (
  <Badge tone={statusTone(status)}>{statusLabel(status)}</Badge>
)

import { USER_STATUS_LABELS, type UserStatus, type UserStatusText, userStatusFromText } from '#domain/users.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const TONES = { PENDING: 'blue', APPROVED: 'green', REJECTED: 'red', ON_HOLD: 'grey' } satisfies Record<
  UserStatus,
  BadgeTone
>

export function UserStatusBadge({ status: text }: { status: UserStatusText }) {
  const status = userStatusFromText(text)
  return <Badge tone={TONES[status]}>{USER_STATUS_LABELS[status]}</Badge>
}

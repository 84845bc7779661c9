import { isUserStatusText, USER_STATUS_LABELS, type UserStatus, userStatusFromText } from '#domain/users.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const TONES = { PENDING: 'blue', APPROVED: 'green', REJECTED: 'red', ON_HOLD: 'grey' } satisfies Record<
  UserStatus,
  BadgeTone
>

/** A status that is new to this screen is shown as it is. */
export function UserStatusBadge({ status: text }: { status: string }) {
  if (!isUserStatusText(text)) return <Badge tone="grey">{text}</Badge>
  const status = userStatusFromText(text)
  return <Badge tone={TONES[status]}>{USER_STATUS_LABELS[status]}</Badge>
}

import { X } from 'lucide-react'
import { useState } from 'react'
import { focusHeading } from '#web/lib/focus-heading.ts'
import { type SessionUser, useSession } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { stored } from '#web/ui/stored.ts'

const STORAGE_KEY = 'dismissedMessage'

/** Names a message without its words, which must not stay in the browser after the logout. */
const markOf = ({ email, message }: SessionUser): string =>
  String(
    [...`${email} ${message}`].reduce(
      (sum, character) => (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0,
      0,
    ),
  )

/** What staff wrote with the approval of the account, until it is dismissed in this browser. */
export function ApprovalMessage() {
  const { user } = useSession()
  const [dismissed, setDismissed] = useState(() => stored.get(STORAGE_KEY))
  if (user?.userStatus !== 'APPROVED' || !user.message || dismissed === markOf(user)) return null
  const dismiss = () => {
    stored.set(STORAGE_KEY, markOf(user))
    setDismissed(markOf(user))
    focusHeading()
  }
  return (
    <Alert
      tone="success"
      title="Your account is approved. We wrote to you:"
      action={<IconButton icon={X} label="Dismiss the message" className="-my-1.5" onClick={dismiss} />}
    >
      <p className="max-w-[70ch] whitespace-pre-line">{user.message}</p>
    </Alert>
  )
}

import { MailWarning } from 'lucide-react'

/** Marks an address whose code was never entered. */
export const UnconfirmedEmail = () => (
  <span className="flex items-center gap-1 text-xs font-medium text-muted">
    <MailWarning aria-hidden className="size-3.5 shrink-0" />
    Email not confirmed
  </span>
)

import { History } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'

type ActivityLinkProps = {
  /** A person or request ('user:…' or 'analysis:…'); all entries if omitted. */
  subject?: string
  /** The name of the subject, for screen readers. */
  of?: string
}

export const ActivityLink = ({ subject, of }: ActivityLinkProps) => (
  <Link
    to={paths.adminActivity(subject)}
    aria-label={of === undefined ? undefined : `Activity of ${of}`}
    className={buttonClasses({ variant: 'quiet', size: 'small' })}
  >
    <History aria-hidden className="size-4" />
    {subject === undefined ? 'Activity log' : 'Activity'}
  </Link>
)

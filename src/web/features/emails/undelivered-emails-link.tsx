import { MailX } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'

export const UndeliveredEmailsLink = () => (
  <Link to={paths.adminEmails()} className={buttonClasses({ variant: 'quiet', size: 'small' })}>
    <MailX aria-hidden className="size-4" />
    Undelivered emails
  </Link>
)

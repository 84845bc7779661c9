import { SquareArrowOutUpRight } from 'lucide-react'
import { Link } from 'react-router'
import { useListState } from '#web/lib/back-link.tsx'
import { buttonClasses } from '#web/ui/button.tsx'

/** From the dialog of a request to its page. */
export const OpenPageLink = ({ to }: { to: string }) => (
  <Link to={to} state={useListState()} className={buttonClasses({ variant: 'quiet', size: 'small' })}>
    <SquareArrowOutUpRight aria-hidden className="size-4" />
    <span className="max-md:sr-only">Open page</span>
  </Link>
)

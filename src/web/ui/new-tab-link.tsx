import { ExternalLink } from 'lucide-react'

/** Opens in a new tab, because this one may be sending a file. */
export const NewTabLink = ({ to, children }: { to: string; children: string }) => (
  <a
    href={to}
    target="_blank"
    rel="noreferrer"
    className="inline-flex items-center gap-1 underline underline-offset-4 hover:text-ink"
  >
    {children}
    <ExternalLink aria-hidden className="size-3.5 shrink-0" />
    <span className="sr-only">(opens in a new tab)</span>
  </a>
)

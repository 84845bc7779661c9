import { TriangleAlert } from 'lucide-react'

/** A value that this version of the product does not know. */
export const UnknownValue = ({ children }: { children: string }) => (
  <span className="inline-flex min-w-0 items-center gap-1.5 text-status-yellow">
    <TriangleAlert aria-hidden className="size-4 shrink-0" />
    <span className="sr-only">Unknown: </span>
    <span className="min-w-0 break-words">{children}</span>
  </span>
)

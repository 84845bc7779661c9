import type { ReactNode } from 'react'

/** Something to read only when it is asked for. */
export const Disclosure = ({
  summary,
  isOpen,
  children,
}: {
  summary: string
  isOpen?: boolean
  children: ReactNode
}) => (
  <details className="text-sm" open={isOpen}>
    <summary className="w-fit cursor-pointer rounded py-1 font-medium text-muted hover:text-ink">{summary}</summary>
    <div className="mt-2 overflow-x-auto">{children}</div>
  </details>
)

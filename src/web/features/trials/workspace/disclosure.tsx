import type { ReactNode } from 'react'

/** Something to read only when it is asked for. */
export const Disclosure = ({
  summary,
  isOpen,
  onToggle,
  children,
}: {
  summary: string
  isOpen?: boolean
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}) => (
  <details className="text-sm" open={isOpen} onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}>
    <summary className="w-fit cursor-pointer rounded py-1 font-medium text-muted hover:text-ink">{summary}</summary>
    <div className="mt-2 overflow-x-auto">{children}</div>
  </details>
)

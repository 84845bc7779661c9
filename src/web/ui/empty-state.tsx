import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type EmptyStateProps = { icon: LucideIcon; title: string; children?: ReactNode; action?: ReactNode }

export const EmptyState = ({ icon: Icon, title, children, action }: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-3 border-y border-dashed border-line-strong/60 px-6 py-14 text-center">
    <Icon aria-hidden className="size-8 text-muted" strokeWidth={1.5} />
    <p className="font-display text-lg font-semibold">{title}</p>
    {children && <div className="max-w-md text-sm text-muted">{children}</div>}
    {action}
  </div>
)

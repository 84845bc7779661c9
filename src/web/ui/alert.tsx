import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type AlertTone = 'danger' | 'warning' | 'note' | 'success'

const TONES = {
  danger: { icon: CircleAlert, look: 'border-danger bg-danger-soft text-danger' },
  warning: { icon: TriangleAlert, look: 'border-status-yellow bg-status-yellow-soft text-status-yellow' },
  note: { icon: Info, look: 'border-status-blue bg-status-blue-soft text-status-blue' },
  success: { icon: CircleCheck, look: 'border-status-green bg-status-green-soft text-status-green' },
} satisfies Record<AlertTone, { icon: LucideIcon; look: string }>

type AlertProps = { tone: AlertTone; title?: string; children?: ReactNode; action?: ReactNode; className?: string }

/** A banner that stays. Screen readers announce errors at once. */
export function Alert({ tone, title, children, action, className }: AlertProps) {
  const { icon: Icon, look } = TONES[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md border-l-4 px-4 py-3 text-sm',
        look,
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 grow basis-52 break-words">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={title ? 'mt-0.5 text-ink' : ''}>{children}</div>}
      </div>
      {action && <div className="shrink-0">{action}</div>}
    </div>
  )
}

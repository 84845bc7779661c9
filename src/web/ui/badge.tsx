import { CircleCheck, CircleX, Clock, Eye, type LucideIcon, PauseCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type BadgeTone = 'blue' | 'yellow' | 'green' | 'red' | 'grey'

/** Each tone has its own icon, so that colour is never the only difference. */
const TONES = {
  blue: { icon: Clock, look: 'bg-status-blue-soft text-status-blue' },
  yellow: { icon: Eye, look: 'bg-status-yellow-soft text-status-yellow' },
  green: { icon: CircleCheck, look: 'bg-status-green-soft text-status-green' },
  red: { icon: CircleX, look: 'bg-status-red-soft text-status-red' },
  grey: { icon: PauseCircle, look: 'bg-status-grey-soft text-status-grey' },
} satisfies Record<BadgeTone, { icon: LucideIcon; look: string }>

/** The icon of a tone without its label. */
export function ToneIcon({ tone }: { tone: BadgeTone }) {
  const { icon: Icon } = TONES[tone]
  return <Icon aria-hidden className="size-4" />
}

export function Badge({ tone, icon, children }: { tone: BadgeTone; icon?: LucideIcon; children: ReactNode }) {
  const { icon: own, look } = TONES[tone]
  const Icon = icon ?? own
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded px-2 py-0.5 text-bench/5 font-medium whitespace-nowrap',
        look,
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {children}
    </span>
  )
}

import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export type StepState = 'done' | 'next' | 'later'

type StepProps = {
  number: number
  title: string
  state: StepState
  /** What there is so far. */
  summary?: string | undefined
  children: ReactNode
}

/** One of the steps to the values of a trial. */
export const Step = ({ number, title, state, summary, children }: StepProps) => (
  <section aria-label={title} className="flex min-w-0 flex-col gap-3">
    <h2 className="flex items-center gap-3 text-base font-semibold">
      <span
        className={classNames(
          'grid size-7 shrink-0 place-items-center rounded-full border text-sm tabular-nums',
          state === 'done' && 'border-action text-action',
          state === 'next' && 'border-action bg-action text-on-action',
          state === 'later' && 'border-line-strong text-muted',
        )}
      >
        {state === 'done' ? <Check aria-label="Done" className="size-4" /> : number}
      </span>
      {title}
      {summary !== undefined && <span className="font-normal text-muted">{summary}</span>}
    </h2>
    <div className="pl-10 max-sm:pl-0">{children}</div>
  </section>
)

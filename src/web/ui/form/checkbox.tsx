import { Check } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../class-names.ts'

type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'type'> & { label: ReactNode }

export const Checkbox = ({ label, className, ...input }: CheckboxProps) => (
  <label className={classNames('flex min-h-8 cursor-pointer items-start gap-3 py-1.5 text-sm', className)}>
    <span className="relative mt-px grid size-[1.125rem] shrink-0 place-items-center">
      <input
        {...input}
        type="checkbox"
        className="peer absolute inset-0 cursor-pointer appearance-none rounded border border-line-strong bg-card transition-colors duration-150 checked:border-action checked:bg-action hover:border-ink"
      />
      <Check
        aria-hidden
        className="pointer-events-none relative size-3.5 text-on-action opacity-0 peer-checked:opacity-100"
      />
    </span>
    <span className="inline-block first-letter:uppercase">{label}</span>
  </label>
)

import { LoaderCircle } from 'lucide-react'
import { classNames } from './class-names.ts'

/** Decorative: the text beside it says what is loading. */
export const Spinner = ({ className = 'size-4' }: { className?: string }) => (
  <LoaderCircle aria-hidden className={classNames('animate-spin', className)} />
)

export const PageSpinner = ({ label = 'Loading...' }: { label?: string }) => (
  <output className="grid min-h-[60dvh] w-full place-items-center text-muted">
    <Spinner className="size-7" />
    <span className="sr-only">{label}</span>
  </output>
)

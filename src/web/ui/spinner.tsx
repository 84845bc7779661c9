import { LoaderCircle } from 'lucide-react'
import { classNames } from './class-names.ts'

/** Decorative: the text beside it says what is loading. */
export const Spinner = ({ className = 'size-4' }: { className?: string }) => (
  <LoaderCircle aria-hidden className={classNames('animate-spin', className)} />
)

/** In the place of a part of a screen that is on its way. */
export const Loading = ({ children }: { children: string }) => (
  <output className="flex items-center gap-2 text-sm text-muted">
    <Spinner />
    {children}
  </output>
)

export const PageSpinner = () => (
  <output className="grid min-h-[60dvh] w-full place-items-center text-muted">
    <Spinner className="size-7" />
    <span className="sr-only">Loading...</span>
  </output>
)

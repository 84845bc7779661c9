import { classNames } from './class-names.ts'

/** The first two letters of a name or an address. */
export const initials = (text: string): string => Array.from(text.trim()).slice(0, 2).join('').toUpperCase()

export const Avatar = ({ text, className = 'size-9 text-sm' }: { text: string; className?: string }) => (
  <span
    aria-hidden
    className={classNames(
      'grid shrink-0 place-items-center rounded-full bg-ramp-8 font-semibold tracking-wide text-ramp-1 select-none',
      className,
    )}
  >
    {initials(text)}
  </span>
)

import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'medium' | 'small'

const VARIANTS = {
  primary: 'bg-action text-on-action hover:not-aria-disabled:bg-action-hover',
  secondary: 'border border-line-strong bg-card text-ink hover:not-aria-disabled:bg-sunken',
  quiet: 'text-ink hover:not-aria-disabled:bg-ink/8',
  danger: 'bg-danger text-on-danger hover:not-aria-disabled:bg-danger-hover',
} satisfies Record<ButtonVariant, string>

const SIZES = { medium: 'min-h-10 px-4 py-2', small: 'min-h-8 px-3 py-1' } satisfies Record<ButtonSize, string>

type Look = { variant?: ButtonVariant; size?: ButtonSize }

/** For links that look like buttons. */
export const buttonClasses = ({ variant = 'primary', size = 'medium' }: Look = {}): string =>
  classNames(
    'inline-flex items-center justify-center gap-2 rounded-md text-sm font-semibold transition-colors duration-150',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    VARIANTS[variant],
    SIZES[size],
  )

type ButtonProps = ComponentPropsWithRef<'button'> & Look & { pending?: boolean }

/** A button that is disabled or pending keeps the focus, and pressing it does nothing. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    pending = false,
    disabled = false,
    type = 'button',
    className,
    children,
    onClick,
    ...rest
  } = props
  const isDisabled = pending || disabled
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isDisabled || undefined}
      aria-busy={pending || undefined}
      className={classNames(buttonClasses({ ...(variant && { variant }), ...(size && { size }) }), className)}
      onClick={(event) => (isDisabled ? event.preventDefault() : onClick?.(event))}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}

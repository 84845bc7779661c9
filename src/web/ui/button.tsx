import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'medium' | 'small'

const VARIANTS = {
  primary: 'bg-action text-on-action hover:enabled:bg-action-hover [a&]:hover:bg-action-hover',
  secondary: 'border border-line-strong bg-card text-ink hover:enabled:bg-sunken [a&]:hover:bg-sunken',
  quiet: 'text-ink hover:enabled:bg-ink/8 [a&]:hover:bg-ink/8',
  danger: 'bg-danger text-on-danger hover:enabled:bg-danger-hover [a&]:hover:bg-danger-hover',
} satisfies Record<ButtonVariant, string>

const SIZES = { medium: 'min-h-10 px-4 py-2', small: 'min-h-8 px-3 py-1' } satisfies Record<ButtonSize, string>

type Look = { variant?: ButtonVariant; size?: ButtonSize }

/** For links that look like buttons. */
export const buttonClasses = ({ variant = 'primary', size = 'medium' }: Look = {}): string =>
  classNames(
    'inline-flex items-center justify-center gap-2 rounded-md text-sm font-semibold transition-colors duration-150',
    'disabled:cursor-not-allowed disabled:opacity-55',
    VARIANTS[variant],
    SIZES[size],
  )

type ButtonProps = ComponentPropsWithRef<'button'> & Look & { pending?: boolean }

export function Button({ variant, size, pending = false, type = 'button', className, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={pending || rest.disabled === true}
      aria-busy={pending || undefined}
      className={classNames(buttonClasses({ ...(variant && { variant }), ...(size && { size }) }), className)}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}

import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'

export type FieldProps = {
  label: string
  /** The validation error, shown under the field. */
  error?: string | undefined
  hint?: ReactNode
  /** The label is for screen readers only. */
  hideLabel?: boolean
}

/** The attributes that connect a control with its label, hint and error. */
export type ControlProps = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

type Props = FieldProps & { className?: string | undefined; children: (control: ControlProps) => ReactNode }

export const controlClasses = classNames(
  'w-full rounded-md border border-line-strong bg-card px-3 text-base text-ink placeholder:text-muted md:text-sm',
  'transition-colors duration-150 hover:enabled:border-ink aria-invalid:border-danger disabled:bg-sunken disabled:text-muted',
)

export function Field({ label, error, hint, hideLabel = false, className, children }: Props) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classNames('flex flex-col gap-1.5 print:hidden', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} message={error} />}
    </div>
  )
}

export const FieldError = ({ id, message }: { id: string; message: string }) => (
  <p id={id} className="flex items-start gap-1.5 text-sm text-danger">
    <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    {message}
  </p>
)

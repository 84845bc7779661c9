import { ChevronDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../class-names.ts'
import { controlClasses, Field, type FieldProps } from './field.tsx'

type Option = { value: string; label: string; disabled?: boolean }
/** Labels by their values, in their order. */
export const optionsOf = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

type SelectProps = FieldProps &
  Omit<ComponentPropsWithRef<'select'>, 'id' | 'children'> & {
    options: readonly Option[]
    /** Shown while no option is selected (value ''). */
    placeholder?: string
    /** Shows the label to the left of the select, for toolbars. */
    inline?: boolean
  }

export function Select({
  label,
  error,
  hint,
  hideLabel,
  className,
  options,
  placeholder,
  inline = false,
  ...select
}: SelectProps) {
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      hideLabel={hideLabel ?? false}
      className={classNames(inline && 'flex-row! items-center gap-3! whitespace-nowrap', className)}
    >
      {(control) => (
        <div className="relative grow">
          <select
            {...select}
            {...control}
            className={classNames(controlClasses, 'h-11 cursor-pointer appearance-none pr-9')}
          >
            {placeholder !== undefined && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map(({ value, label: text, disabled = false }) => (
              <option key={value} value={value} disabled={disabled}>
                {text}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
          />
        </div>
      )}
    </Field>
  )
}

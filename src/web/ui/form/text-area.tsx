import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../class-names.ts'
import { controlClasses, Field, type FieldProps } from './field.tsx'

type TextAreaProps = FieldProps & Omit<ComponentPropsWithRef<'textarea'>, 'id'>

export const TextArea = ({ label, error, hint, hideLabel, className, ...textarea }: TextAreaProps) => (
  <Field label={label} error={error} hint={hint} hideLabel={hideLabel ?? false} className={className}>
    {(control) => (
      <textarea rows={4} {...textarea} {...control} className={classNames(controlClasses, 'min-h-20 py-2.5')} />
    )}
  </Field>
)

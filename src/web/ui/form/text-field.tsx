import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../class-names.ts'
import { controlClasses, Field, type FieldProps } from './field.tsx'

type TextFieldProps = FieldProps & Omit<ComponentPropsWithRef<'input'>, 'id'>

export const TextField = ({ label, error, hint, hideLabel, className, ...input }: TextFieldProps) => (
  <Field label={label} error={error} hint={hint} hideLabel={hideLabel ?? false} className={className}>
    {(control) => <input type="text" {...input} {...control} className={classNames(controlClasses, 'h-11')} />}
  </Field>
)

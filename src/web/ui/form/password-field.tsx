import { Eye, EyeOff } from 'lucide-react'
import { type ComponentPropsWithRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { controlClasses, Field, type FieldProps } from './field.tsx'

type PasswordFieldProps = Omit<FieldProps, 'hideLabel'> & Omit<ComponentPropsWithRef<'input'>, 'id' | 'type'>

export function PasswordField({ label, error, hint, className, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(control) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={classNames(controlClasses, 'h-11 pr-12')}
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            aria-controls={control.id}
            className="absolute top-1 right-1"
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  )
}

import type { ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & { label?: string }

/** By default that of an account, which password managers use as the user name. */
export const EmailField = ({ label = 'Email', ...field }: EmailFieldProps) => (
  <TextField
    label={label}
    type="email"
    inputMode="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    {...field}
  />
)

import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/text-field.tsx'

/** The address that an account is known by; password managers take it for the user name. */
export const EmailField = (field: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField
    label="Email"
    type="email"
    inputMode="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    {...field}
  />
)

import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/form/text-field.tsx'

/** The email of an account. Password managers use it as the user name. */
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

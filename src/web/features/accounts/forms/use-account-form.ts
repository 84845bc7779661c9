import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { type FieldValues, type Path, type UseFormProps, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#web/lib/api.ts'

type Setup<Values extends FieldValues> = {
  schema: z.ZodType<Values, Values>
  defaultValues: NonNullable<UseFormProps<Values>['defaultValues']>
  /** Called when a field changes, to clear the error of the server. */
  onType: () => void
}

/** The field that repeats a password. */
const REPEAT: string = 'confirmPassword'

/** A form that validates on submit. The error of a field disappears when the field changes. */
export function useAccountForm<Values extends FieldValues>({ schema, defaultValues, onType }: Setup<Values>) {
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues, reValidateMode: 'onSubmit' })
  const { errors } = form.formState
  /** Passwords may come to match by a change of the first one, too. */
  const clearMismatch = () => {
    const values = form.getValues()
    const { password, newPassword = password, confirmPassword } = values
    if (newPassword === confirmPassword && isField(values, REPEAT)) form.clearErrors(REPEAT)
  }
  return {
    ...form,
    /** The props of a field. */
    field: (name: Path<Values>) => ({
      ...form.register(name, {
        onChange: () => {
          form.clearErrors(name)
          clearMismatch()
          onType()
        },
      }),
      error: errorText(errors[name]?.message),
    }),
    submit:
      (send: (values: Values) => void) =>
      (event: FormEvent): void =>
        void form.handleSubmit((values) => send(values))(event),
    /** Shows the field errors of the server. Returns whether every error belongs to a field of this form. */
    showServerErrors: (error: unknown): boolean => {
      const fieldErrors = error instanceof ApiError ? error.errors : []
      const values = form.getValues()
      const known = fieldErrors.filter(({ field }) => isField(values, field))
      for (const { field, message } of known) if (isField(values, field)) form.setError(field, { message })
      return fieldErrors.length > 0 && known.length === fieldErrors.length
    },
  }
}

type Sending<Values extends FieldValues, Reply> = Omit<Setup<Values>, 'onType'> & {
  send: (values: Values) => Promise<Reply>
  onSent: (reply: Reply, values: Values) => void
}

/** A form that one call sends. Errors of the server stand at their fields, or are left in `error`. */
export function useSentForm<Values extends FieldValues, Reply>({ send, onSent, ...setup }: Sending<Values, Reply>) {
  const sending = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    onError: (error) => {
      if (form.showServerErrors(error)) sending.reset()
    },
  })
  const form = useAccountForm({ ...setup, onType: sending.reset })
  const { error, isPending } = sending
  return { ...form, error, isPending, onSubmit: form.submit((values) => sending.mutate(values)) }
}

const errorText = (message: unknown): string | undefined => (typeof message === 'string' ? message : undefined)

const isField = <Values extends FieldValues>(values: Values, name: string): name is Path<Values> =>
  Object.hasOwn(values, name)

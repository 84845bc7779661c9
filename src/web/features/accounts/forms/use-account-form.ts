import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent } from 'react'
import { type FieldValues, type Path, type UseFormProps, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#web/lib/api.ts'

type Setup<Values extends FieldValues> = {
  schema: z.ZodType<Values, Values>
  defaultValues: NonNullable<UseFormProps<Values>['defaultValues']>
  /** Typing takes the server's fault away too. */
  onType: () => void
}

/** A form whose faults appear on submit and go field by field as one types. */
export function useAccountForm<Values extends FieldValues>({ schema, defaultValues, onType }: Setup<Values>) {
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues, reValidateMode: 'onSubmit' })
  const { errors } = form.formState
  return {
    ...form,
    /** Everything a field needs. */
    field: (name: Path<Values>) => ({
      ...form.register(name, {
        onChange: () => {
          form.clearErrors(name)
          onType()
        },
      }),
      error: errorText(errors[name]?.message),
    }),
    submit:
      (send: (values: Values) => void) =>
      (event: FormEvent): void =>
        void form.handleSubmit((values) => send(values))(event),
    /** Puts what the server finds wrong with single fields under them; says whether all of it found a place. */
    showServerErrors: (error: unknown): boolean => {
      const faults = error instanceof ApiError ? error.errors : []
      const values = form.getValues()
      const known = faults.filter(({ field }) => isField(values, field))
      for (const { field, message } of known) if (isField(values, field)) form.setError(field, { message })
      return faults.length > 0 && known.length === faults.length
    },
  }
}

const errorText = (message: unknown): string | undefined => (typeof message === 'string' ? message : undefined)

const isField = <Values extends FieldValues>(values: Values, name: string): name is Path<Values> =>
  Object.hasOwn(values, name)

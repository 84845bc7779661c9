import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { UseFieldArrayReturn, UseFormRegister } from 'react-hook-form'
import { PROJECT_TYPE_MAX, PROJECT_TYPES_MAX } from '#domain/users.ts'
import { useProjectNames } from '#web/lib/use-project-names.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { VerifyValues } from './verify-values.ts'

type ProjectTypeListProps = {
  projects: UseFieldArrayReturn<VerifyValues, 'projectTypes'>
  register: UseFormRegister<VerifyValues>
}

/** The projects that a customer may upload images for. Names that exist are suggested. */
export function ProjectTypeList({ projects: { fields, append, remove }, register }: ProjectTypeListProps) {
  const suggestions = useId()
  const [typed, setTyped] = useState('')
  const names = useProjectNames(typed)
  const watch = {
    onChange: (event: { target: HTMLInputElement }) => setTyped(event.target.value),
    onBlur: () => setTyped(''),
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">Project Types</legend>
      {fields.map((field, index) => (
        <div key={field.id} className="flex items-center gap-1">
          <TextField
            label={`Project type ${index + 1}`}
            hideLabel
            className="grow"
            placeholder="e.g. Soy_Trial_2026"
            maxLength={PROJECT_TYPE_MAX}
            list={names.length > 0 ? suggestions : undefined}
            {...register(`projectTypes.${index}.name`, watch)}
          />
          <IconButton icon={Trash2} label={`Remove project type ${index + 1}`} onClick={() => remove(index)} />
        </div>
      ))}
      <datalist id={suggestions}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      {fields.length === 0 && (
        <p className="text-sm text-muted">No project yet. Without one, the customer can't upload images.</p>
      )}
      <Button
        variant="secondary"
        size="small"
        className="self-start"
        disabled={fields.length >= PROJECT_TYPES_MAX}
        onClick={() => append({ name: '' })}
      >
        <Plus aria-hidden className="size-4" />
        {fields.length === 0 ? 'Add Project' : 'Add More'}
      </Button>
    </fieldset>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { OWN_NAME_MAX, OWN_UNIT_MAX } from '#domain/trials.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { textIn } from '#web/ui/form/text-in.ts'
import { SaveDialog } from '../../newer/save-dialog.tsx'
import type { Changes } from '../rows/use-changes.ts'

type NewColumnDialogProps = { onSave: Changes['save']; onClose: () => void }

/** An empty column, to type scores into the table. */
export function NewColumnDialog({ onSave, onClose }: NewColumnDialogProps) {
  const [problem, setProblem] = useState<string>()
  const save = useMutation({ mutationFn: onSave })
  return (
    <SaveDialog
      title="New column"
      submitLabel="Add column"
      saving={save}
      onClose={onClose}
      onSubmit={({ currentTarget }) => {
        const form = new FormData(currentTarget)
        const [name, unit, takenOn] = ['name', 'unit', 'takenOn'].map((field) => textIn(form, field))
        if (!name) return setProblem('Name the column')
        const column = { name, ...(unit && { unit }), ...(takenOn && { takenOn }), values: [] }
        save.mutate([column], { onSuccess: onClose })
        return undefined
      }}
    >
      <TextField label="Name" name="name" maxLength={OWN_NAME_MAX} {...(problem && { error: problem })} />
      <TextField label="Unit" name="unit" maxLength={OWN_UNIT_MAX} hint="Such as kg/ha; may be empty" />
      <TextField label="Taken on" name="takenOn" type="date" hint="May be empty" />
    </SaveDialog>
  )
}

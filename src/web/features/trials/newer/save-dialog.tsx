import type { ComponentProps } from 'react'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { problemOf } from '../messages.ts'
import { newerIn } from './newer-in.ts'
import { NewerNote, type NewerNoteProps } from './newer-note.tsx'

type SaveDialogProps = Omit<ComponentProps<typeof FormDialog>, 'error' | 'pending'> &
  Pick<NewerNoteProps, 'names' | 'textOf'> & { saving: { isPending: boolean; error: unknown } }

/** A form that saves: it says why it couldn't, or what another person has changed meanwhile, which is then saved over. */
export function SaveDialog({ saving, names, textOf, submitLabel, children, ...dialog }: SaveDialogProps) {
  const newer = newerIn(saving.error)
  return (
    <FormDialog
      {...dialog}
      submitLabel={newer ? 'Save mine' : submitLabel}
      pending={saving.isPending}
      error={saving.error && !newer ? problemOf(saving.error) : undefined}
    >
      {newer && <NewerNote {...{ newer, names, textOf }} />}
      {children}
    </FormDialog>
  )
}

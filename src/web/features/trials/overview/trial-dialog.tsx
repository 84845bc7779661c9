import type { ReactNode } from 'react'
import type { BodyIn } from '#contract/api.ts'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { CROP_MAX, TRIAL_NAME_MAX } from '#domain/trials.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { textIn } from '#web/ui/form/text-in.ts'
import { SaveDialog } from '../newer/save-dialog.tsx'
import type { Trial } from '../trial-queries.ts'

export type TrialValues = Pick<BodyIn<'changeTrial'>, 'projectType' | 'crop' | 'plantingDate'> & { name: string }

type TrialDialogProps = {
  title: string
  trial?: Pick<Trial, 'name' | 'projectType' | 'crop' | 'plantingDate'>
  /** Of the customer. */
  projects: readonly string[]
  saving: { isPending: boolean; error: unknown }
  onSave: (values: TrialValues) => void
  onClose: () => void
  /** Asked before the rest. */
  children?: ReactNode
}

const FIELD_NAMES = { name: 'Name', projectType: 'Project', crop: 'Crop', plantingDate: 'Planted on' }
const textOfField = (field: string, value: string | number): string =>
  field === 'projectType'
    ? projectTypeLabel(String(value))
    : field === 'plantingDate'
      ? dateText(String(value))
      : displayName(String(value))

/** What is known about a trial. */
export function TrialDialog({ title, trial, projects, saving, onSave, onClose, children }: TrialDialogProps) {
  const all = [...new Set([...(trial?.projectType ? [trial.projectType] : []), ...projects])]
  return (
    <SaveDialog
      title={title}
      onClose={onClose}
      onSubmit={({ currentTarget }) => {
        const form = new FormData(currentTarget)
        onSave({
          name: textIn(form, 'name'),
          projectType: textIn(form, 'projectType') || null,
          crop: textIn(form, 'crop') || null,
          plantingDate: textIn(form, 'plantingDate') || null,
        })
      }}
      submitLabel="Save"
      saving={saving}
      names={FIELD_NAMES}
      textOf={textOfField}
    >
      {children}
      <TextField
        label="Name"
        name="name"
        defaultValue={trial?.name ?? ''}
        maxLength={TRIAL_NAME_MAX}
        hint="The field and season, such as Soybean yield, North 7, 2026"
      />
      <Select
        label="Project"
        name="projectType"
        defaultValue={trial?.projectType ?? ''}
        options={[
          { value: '', label: 'No project' },
          ...all.map((value) => ({ value, label: projectTypeLabel(value) })),
        ]}
      />
      <TextField label="Crop" name="crop" defaultValue={trial?.crop ?? ''} maxLength={CROP_MAX} />
      <TextField
        label="Planted on"
        name="plantingDate"
        type="date"
        defaultValue={trial?.plantingDate ?? ''}
        hint="Flights are counted in days after it."
      />
    </SaveDialog>
  )
}

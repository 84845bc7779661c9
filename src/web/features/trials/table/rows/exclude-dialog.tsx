import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dateText } from '#domain/dates.ts'
import { EXCLUSION_REASON_MAX } from '#domain/trials.ts'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { textIn } from '#web/ui/form/text-in.ts'
import { SaveDialog } from '../../newer/save-dialog.tsx'
import { closeSaying } from '../../say-and-close.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { Changes } from './use-changes.ts'

type ExcludeDialogProps = Pick<Workspace, 'trial'> & {
  plotIds: readonly string[]
  onExclude: Changes['exclude']
  onClose: () => void
}

/** Leaves plots out of all means, with a reason that goes with their values. */
export function ExcludeDialog({ trial: { flights }, plotIds, onExclude, onClose }: ExcludeDialogProps) {
  const exclude = useMutation({ mutationFn: onExclude })
  const [problem, setProblem] = useState<string>()
  const count = `${plotIds.length} ${plotIds.length === 1 ? 'plot' : 'plots'}`
  return (
    <SaveDialog
      title={`Exclude ${count}`}
      submitLabel="Exclude"
      saving={exclude}
      onClose={onClose}
      onSubmit={({ currentTarget }) => {
        const form = new FormData(currentTarget)
        const [reason, flight] = [textIn(form, 'reason'), textIn(form, 'flight')]
        if (reason === '') return setProblem('Say why')
        const of = { plotIds: [...plotIds], ...(flight && { trialFlightId: flight }) }
        exclude.mutate({ ...of, reason }, closeSaying(`Excluded ${count}`, onClose))
        return undefined
      }}
    >
      <TextField label="Reason" name="reason" maxLength={EXCLUSION_REASON_MAX} {...(problem && { error: problem })} />
      <Select
        label="On"
        name="flight"
        options={[
          { value: '', label: 'All dates' },
          ...flights.map(({ trialFlightId, moment }) => ({ value: trialFlightId, label: dateText(moment) })),
        ]}
      />
      <p className="text-sm text-muted">Its values stay in the tables, struck through, and count in no mean.</p>
    </SaveDialog>
  )
}

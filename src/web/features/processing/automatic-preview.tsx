import { useId, useState } from 'react'
import { projectTypeLabel } from '#domain/users.ts'
import { problemOf } from '#web/lib/api.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useAutomaticRuns, useSetAutomaticRuns } from './run-queries.ts'

/** The setting of the project of a request. */
export function AutomaticPreview({ analysisRequestId }: { analysisRequestId: string }) {
  const hint = useId()
  const { data: automatic } = useAutomaticRuns(analysisRequestId)
  const set = useSetAutomaticRuns(analysisRequestId)
  /** Until it is saved. The state of the call comes a moment after the click, in which the mark would go back. */
  const [wanted, setWanted] = useState<boolean>()
  if (!automatic) return null
  return (
    <div className="text-sm">
      <Checkbox
        className="w-fit"
        label="Preview good flights of this project by itself"
        aria-describedby={hint}
        checked={wanted ?? automatic.startsPreview}
        onChange={({ target }) => {
          if (wanted !== undefined) return
          setWanted(target.checked)
          set.mutate(target.checked, {
            onSuccess: ({ message }) => toast.success(message),
            onError: (error) => toast.error(problemOf(error)),
            onSettled: () => setWanted(undefined),
          })
        }}
      />
      <p id={hint} className="ml-7.5 max-w-prose text-muted">
        <bdi>{projectTypeLabel(automatic.projectType)}</bdi>: once for each new archive, when nothing about its photos
        is in doubt. Nothing of it reaches the customer before you publish it.
      </p>
    </div>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Problem } from '../../problem.tsx'
import type { Workspace } from '../../workspace/workspace.ts'
import { ExcludeDialog } from './exclude-dialog.tsx'
import type { Changes } from './use-changes.ts'

type SelectionBarProps = Pick<Workspace, 'trial'> & {
  plotIds: readonly string[]
  onExclude: Changes['exclude']
  onClear: () => void
}

/** What can be done with the selected plots. */
export function SelectionBar({ trial, plotIds, onExclude, onClear }: SelectionBarProps) {
  const [isExcluding, setExcluding] = useState(false)
  const restore = useMutation({ mutationFn: onExclude })
  return (
    <fieldset aria-label="Selected plots" className="flex flex-wrap items-center gap-3 text-sm">
      <span className="tabular-nums">{plotIds.length.toLocaleString('en')} selected</span>
      {!trial.isClosed && (
        <>
          <Button size="small" variant="secondary" onClick={() => setExcluding(true)}>
            Exclude
          </Button>
          <Button
            size="small"
            variant="secondary"
            pending={restore.isPending}
            onClick={() => restore.mutate({ plotIds: [...plotIds], reason: null })}
          >
            Take back in
          </Button>
        </>
      )}
      <Button size="small" variant="quiet" onClick={onClear}>
        Select none
      </Button>
      <Problem error={restore.error} />
      {isExcluding && <ExcludeDialog {...{ trial, plotIds, onExclude }} onClose={() => setExcluding(false)} />}
    </fieldset>
  )
}

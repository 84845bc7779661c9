import { useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { Button } from '#web/ui/button.tsx'
import { useExcluded } from '../analysis/use-excluded.ts'
import { useExcludePlots } from '../field-book-queries.ts'
import { Problem } from '../problem.tsx'
import { ExcludeDialog } from '../table/rows/exclude-dialog.tsx'
import type { Workspace } from '../workspace/workspace.ts'

type PlotExclusionProps = Pick<Workspace, 'trial'> & { plotId: string; flightId: string }

/** Whether a plot counts on a flight, and the button that changes it. */
export function PlotExclusion({ trial, plotId, flightId }: PlotExclusionProps) {
  const [isExcluding, setExcluding] = useState(false)
  const exclusion = useExcluded(trial.trialId).why(plotId, flightId)
  const change = useExcludePlots(trial.trialId)
  if (!exclusion)
    return trial.isClosed ? null : (
      <>
        <Button variant="quiet" size="small" className="-ml-3 self-start" onClick={() => setExcluding(true)}>
          Exclude
        </Button>
        {isExcluding && (
          <ExcludeDialog
            trial={trial}
            plotIds={[plotId]}
            onExclude={change.mutateAsync}
            onClose={() => setExcluding(false)}
          />
        )}
      </>
    )
  const of = exclusion.trialFlightId === null ? {} : { trialFlightId: exclusion.trialFlightId }
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm">
      <p className="wrap-anywhere">
        Excluded{exclusion.author && ` by ${displayName(exclusion.author)}`}: {exclusion.reason}
      </p>
      {!trial.isClosed && (
        <Button
          variant="quiet"
          size="small"
          className="-ml-3"
          pending={change.isPending}
          onClick={() => change.mutate({ plotIds: [plotId], reason: null, ...of })}
        >
          Take back in
        </Button>
      )}
      <Problem error={change.error} />
    </div>
  )
}

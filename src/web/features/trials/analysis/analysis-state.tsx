import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { Analysis } from './use-analysis.ts'

type AnalysisStateProps<Output> = {
  /** What is computed, as in 'Adjusting the means'. */
  label: string
  analysis: Analysis<Output>
  children: (output: Output) => ReactNode
}

/** The result of a computation; until it is there, how far it is. */
export function AnalysisState<Output>({ label, analysis, children }: AnalysisStateProps<Output>) {
  const { data, isRunning, fraction, error, cancel, start } = analysis
  if (data !== undefined) return children(data)
  if (error)
    return (
      <LoadFailed title="This could not be computed" trying={isRunning} onTryAgain={start}>
        {error.message}
      </LoadFailed>
    )
  return (
    <div className="flex max-w-xl flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className="text-muted">{isRunning ? `${label}…` : 'Cancelled'}</p>
      {isRunning && (
        <div className="min-w-40 grow">
          <ProgressBar label={label} percent={fraction * 100} />
        </div>
      )}
      <Button variant="secondary" size="small" onClick={isRunning ? cancel : start}>
        {isRunning ? 'Cancel' : 'Compute'}
      </Button>
    </div>
  )
}

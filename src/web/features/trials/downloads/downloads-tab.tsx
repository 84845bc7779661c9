import { ExportButton } from '#web/ui/export-button.tsx'
import { problemOf } from '../messages.ts'
import { exportTable } from '../trial-queries.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** The values as files. */
export function DownloadsTab({ trial, measurement }: Workspace) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 text-sm">
      <p className="max-w-prose text-muted">
        All traits on all flights: a row for each plot, date, trait and statistic, with what made each value.
      </p>
      <ExportButton
        what="all values"
        fileName={() => `${trial.name.replace(/[^\p{L}\p{N}-]+/gu, '_')}_traits.csv`}
        load={exportTable(measurement.measurementId)}
        of={undefined}
        explain={problemOf}
      />
    </div>
  )
}

import { statusLabel, type VisibleStatus } from '#domain/analyses.ts'
import { ToneIcon } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { countText } from '#web/ui/list/count.tsx'
import { useRequestCounts } from './analysis-queries.ts'
import type { RequestsFilter } from './requests-view.ts'
import { statusTone } from './status-tone.ts'

type StatusCountsProps = {
  filter: RequestsFilter
  first: VisibleStatus | undefined
  /** Moves a status to the top of the list. */
  onChoose: (status: VisibleStatus | undefined) => void
}

/** How many requests of the filter have each status. */
export function StatusCounts({ filter, first, onChoose }: StatusCountsProps) {
  const { data } = useRequestCounts(filter)
  return (
    <ul aria-label="Requests by status" className="flex min-h-9 flex-wrap gap-2">
      {data?.map(({ status, ...count }) => (
        <li key={status}>
          <button
            type="button"
            aria-pressed={status === first}
            title={`Show ${statusLabel(status).toLowerCase()} requests first`}
            className={classNames(
              'flex h-9 cursor-pointer items-center gap-2 rounded-md border px-3 text-sm transition-colors duration-150 hover:border-ink',
              status === first ? 'border-action bg-card' : 'border-line',
            )}
            onClick={() => onChoose(status === first ? undefined : status)}
          >
            <ToneIcon tone={statusTone(status)} />
            <span className="text-muted">{statusLabel(status)}</span>
            <strong className="font-semibold tabular-nums">{countText(count)}</strong>
          </button>
        </li>
      ))}
    </ul>
  )
}

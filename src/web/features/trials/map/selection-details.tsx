import { displayName } from '#domain/display-names.ts'
import { useView } from '#web/lib/view.ts'
import { Detail, Details } from '#web/ui/details.tsx'
import { summaryOf } from '../analysis/summary.ts'
import { useSeries } from '../analysis/use-series.ts'
import { figureText } from '../messages.ts'
import { onDate } from '../workspace/days.ts'
import type { PlotIds } from '../workspace/selected-plots.ts'
import type { OnDay } from '../workspace/workspace.ts'

const LISTED_MAX = 200

type SelectionDetailsProps = OnDay & { selected: PlotIds }

/** Plots that are chosen together: what their values come to beside all plots, and each of them. Excluded ones count in nothing. */
export function SelectionDetails({ workspace, day, selected }: SelectionDetailsProps) {
  const { plots, dates, title, trait } = workspace
  const [, show] = useView()
  const { series } = useSeries(workspace)
  const column = dates.indexOf(day)
  const all = plots.map(({ plotId }, at) => ({ plotId, value: series[at]?.[column] ?? null }))
  const chosen = all
    .filter(({ plotId }) => selected.has(plotId))
    .toSorted((one, other) => (other.value ?? -Infinity) - (one.value ?? -Infinity))
  const [mine, everyone] = [chosen, all].map((group) => summaryOf(group.map(({ value }) => value)))
  const inUnit = (value: number) => figureText(value, trait.unit)
  return (
    <>
      <p className="text-muted">
        {title}
        {onDate(day.date)}
      </p>
      {mine && everyone ? (
        <Details>
          <Detail name="Mean">{inUnit(mine.mean)}</Detail>
          <Detail name="Of all plots">{inUnit(everyone.mean)}</Detail>
          {mine.count > 1 && <Detail name="Standard deviation">{inUnit(mine.sd)}</Detail>}
          <Detail name="From">
            {inUnit(mine.least)} to {inUnit(mine.most)}
          </Detail>
          {mine.count < chosen.length && <Detail name="With values">{`${mine.count} of ${chosen.length}`}</Detail>}
        </Details>
      ) : (
        <p className="text-muted">None of them has a value.</p>
      )}
      <ol aria-label="Selected plots" className="-mx-1.5">
        {chosen.slice(0, LISTED_MAX).map(({ plotId, value }) => (
          <li key={plotId}>
            <button
              type="button"
              className="flex h-7 w-full items-center justify-between gap-3 rounded px-1.5 text-left tabular-nums hover:bg-ink/8"
              onClick={() => show({ plot: plotId })}
            >
              <bdi className="truncate">{displayName(plotId)}</bdi>
              <span className="shrink-0">{value === null ? '–' : inUnit(value)}</span>
            </button>
          </li>
        ))}
      </ol>
      {chosen.length > LISTED_MAX && (
        <p className="text-muted">And {(chosen.length - LISTED_MAX).toLocaleString('en')} more.</p>
      )}
    </>
  )
}

import { useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { useView } from '#web/lib/view.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useSeries } from '../analysis/use-series.ts'
import { figureText } from '../messages.ts'
import { useSelectPlots } from '../workspace/selected-plots.ts'
import type { OnDay } from '../workspace/workspace.ts'

const STEP = 10
const LISTED_MAX = 200
const LINK = 'rounded px-1 text-muted underline-offset-2 hover:text-ink hover:underline'

/** The plots with the highest or the lowest values of a date. Excluded ones have no rank. */
export function Ranking({ workspace, day }: OnDay) {
  const { plots, trait, dates } = workspace
  const [view, show] = useView()
  const [isLowest, setLowest] = useState(false)
  const [wanted, setWanted] = useState(STEP)
  const select = useSelectPlots()
  const { series } = useSeries(workspace)
  const column = dates.indexOf(day)
  const ranked = plots
    .flatMap((plot, at) => {
      const value = series[at]?.[column] ?? null
      return value === null ? [] : [{ plot, value }]
    })
    .toSorted((one, other) => (isLowest ? one.value - other.value : other.value - one.value))
  if (ranked.length < 2) return null
  const chosen = view.get('plot')
  const shown = ranked.slice(0, wanted)
  const title = isLowest ? 'Lowest' : 'Highest'
  return (
    <section aria-label={`${title} plots`} className="border-t border-line pt-3">
      <div className="mb-1 flex items-center justify-between">
        <h3 className="font-semibold">{title}</h3>
        <button type="button" className={LINK} onClick={() => setLowest(!isLowest)}>
          {isLowest ? 'Show the highest' : 'Show the lowest'}
        </button>
      </div>
      <ol className="-mx-1.5">
        {shown.map(({ plot: { plotId, attributes }, value }, at) => (
          <li key={plotId}>
            <button
              type="button"
              aria-pressed={plotId === chosen}
              className={classNames(
                'flex h-7 w-full items-center gap-2 rounded px-1.5 text-left tabular-nums hover:bg-ink/8',
                plotId === chosen && 'bg-action/15 font-semibold',
              )}
              onClick={() => show({ plot: plotId })}
            >
              <span className="w-5 shrink-0 text-right text-muted">{at + 1}</span>
              <bdi className="shrink-0">{displayName(plotId)}</bdi>
              <bdi className="min-w-0 grow truncate text-muted">{displayName(attributes.genotype ?? '')}</bdi>
              <span className="shrink-0">{figureText(value, trait.unit)}</span>
            </button>
          </li>
        ))}
      </ol>
      <div className="mt-1 flex flex-wrap justify-between gap-2">
        <button type="button" className={LINK} onClick={() => select(shown.map(({ plot: { plotId } }) => plotId))}>
          Select these {shown.length}
        </button>
        {shown.length < ranked.length && shown.length < LISTED_MAX && (
          <button type="button" className={LINK} onClick={() => setWanted(wanted + STEP)}>
            Show {Math.min(STEP, ranked.length - shown.length)} more
          </button>
        )}
      </div>
    </section>
  )
}

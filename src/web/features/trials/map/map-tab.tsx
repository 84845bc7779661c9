import { useView } from '#web/lib/view.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { scaleOf } from './colour-scale.ts'
import { PlotDetails } from './plot-details.tsx'
import { PlotMap } from './plot-map.tsx'

/** The plots in colours on one date, and one of them over the season. The same colours on all dates. */
export function MapTab({ title, trait: { unit }, outlines, dates }: Workspace) {
  const [view, show] = useView()
  const day = dates.find(({ date }) => date === view.get('date')) ?? dates.at(-1)
  const scale = scaleOf(dates.flatMap(({ values }) => values)) ?? [0, 1]
  const chosen = view.get('plot')
  const place = outlines.plots.findIndex(({ plotId }) => plotId === chosen)
  const plot = outlines.plots[place]
  if (!day) return null
  return (
    <>
      {dates.length > 1 && (
        <label className="flex max-w-xl flex-col gap-1.5 text-sm font-medium">
          <span className="flex justify-between">
            Date <span className="tabular-nums">{day.date}</span>
          </span>
          <input
            type="range"
            min={0}
            max={dates.length - 1}
            value={dates.indexOf(day)}
            aria-label="Date"
            aria-valuetext={day.date}
            onChange={({ target }) => show({ date: dates[Number(target.value)]?.date ?? null })}
            className="h-6 accent-action"
          />
        </label>
      )}
      <div className="grid items-start gap-6 @4xl:grid-cols-[minmax(0,1fr)_22rem]">
        <PlotMap
          label={`${title} on ${day.date}`}
          outlines={outlines}
          values={day.values}
          scale={scale}
          unit={unit}
          chosen={chosen}
          onChoose={(plotId) => show({ plot: plotId })}
        />
        {plot ? (
          <PlotDetails
            plot={plot}
            at={place}
            unit={unit}
            dates={dates}
            scale={scale}
            onClose={() => show({ plot: null })}
          />
        ) : (
          <p className="text-sm text-muted">Choose a plot on the map or in the table to see its season.</p>
        )}
      </div>
    </>
  )
}

import { X } from 'lucide-react'
import { displayName } from '#domain/display-names.ts'
import type { Scale } from '#imagery/traits/derived/colour-scale.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { flagsText, unitText, valueText } from '../messages.ts'
import { PlotPhotos } from '../plot-photos/plot-photos.tsx'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import type { DatedValues, Workspace } from '../workspace/workspace.ts'
import { HowMeasured } from './how-measured.tsx'
import { PlotClip } from './plot-clip.tsx'
import { PlotExclusion } from './plot-exclusion.tsx'
import { SeasonChart } from './season-chart.tsx'
import { TraitsOfPlot } from './traits-of-plot.tsx'

type PlotDetailsProps = {
  plot: PlotOutline
  /** Its place among the plots. */
  at: number
  workspace: Workspace
  /** What is said of one date is of this. */
  day: DatedValues
  scale: Scale
  onClose: () => void
}

/** One plot over the season, and all that is known of it on a date. */
export function PlotDetails({ plot, at, workspace, day, scale, onClose }: PlotDetailsProps) {
  const { dates, flights, trial } = workspace
  const { unit } = workspace.trait
  const points = dates.flatMap(({ takenOn, date, values }) =>
    takenOn === null ? [] : [{ date, value: values[at] ?? null }],
  )
  return (
    <section
      aria-label={`Plot ${plot.plotId}`}
      className="@container min-w-0 rounded-md border border-line bg-card p-4"
    >
      <div className="flex items-start justify-between gap-3">
        <h3 className="font-semibold wrap-anywhere">
          Plot <bdi>{displayName(plot.plotId)}</bdi>
          {plot.attributes.genotype && (
            <span className="font-normal text-muted">
              , <bdi>{displayName(plot.attributes.genotype)}</bdi>
            </span>
          )}
        </h3>
        <IconButton icon={X} label="Close the plot" className="-mt-1.5 -mr-2" onClick={onClose} />
      </div>
      {points.length > 0 && <SeasonChart points={points} range={scale} unit={unit} />}
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-x-3 gap-y-4 text-sm">
        {dates.map(({ flightId, date, values, flags }) => (
          <li key={date} className="flex flex-col gap-1 tabular-nums">
            <ClipOn flight={flights.find(({ trialFlightId }) => trialFlightId === flightId)} plot={plot} />
            <span className="whitespace-nowrap text-muted">{date}</span>
            <span>
              {valueText(values[at], unit)} {unitText(unit)}
              {(flags[at]?.length ?? 0) > 0 && (
                <span className="block text-xs text-danger">{flagsText(flags[at])}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-col gap-2 border-t border-line pt-3">
        <HowMeasured workspace={workspace} day={day} at={at} />
        <TraitsOfPlot workspace={workspace} day={day} plotId={plot.plotId} at={at} />
        <PlotPhotos {...workspace} plotId={plot.plotId} flightId={day.flightId} />
        <PlotExclusion trial={trial} plotId={plot.plotId} flightId={day.flightId} />
      </div>
    </section>
  )
}

const ClipOn = ({ flight, plot }: { flight: Workspace['flights'][number] | undefined; plot: PlotOutline }) =>
  flight && <PlotClip flight={flight} plot={plot} />

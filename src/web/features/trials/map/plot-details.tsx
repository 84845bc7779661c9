import { dateText } from '#domain/dates.ts'
import { flagText } from '#domain/trial-words.ts'
import { type Standing, standingOf } from '../analysis/standing.ts'
import { useSeries } from '../analysis/use-series.ts'
import { figureText } from '../messages.ts'
import { PlotPhotos } from '../plot-photos/plot-photos.tsx'
import { onDate } from '../workspace/days.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import { useSelectPlots } from '../workspace/selected-plots.ts'
import { WarningStar } from '../workspace/warning-star.tsx'
import type { DatedValues, OnDay } from '../workspace/workspace.ts'
import { HowMeasured } from './how-measured.tsx'
import { PlotClip } from './plot-clip.tsx'
import { PlotExclusion } from './plot-exclusion.tsx'
import { SeasonChart } from './season-chart.tsx'
import { seasonOfTrial } from './season-of-trial.ts'
import { TraitsOfPlot } from './traits-of-plot.tsx'

type PlotDetailsProps = OnDay & { plot: PlotOutline /** Its place among the plots. */; at: number }

/** One plot over the season, and all that is known of it on a date. */
export function PlotDetails({ plot, at, workspace, day }: PlotDetailsProps) {
  const { dates, flights, trial } = workspace
  const { unit } = workspace.trait
  const { plots, series } = useSeries(workspace)
  const column = dates.indexOf(day)
  const { genotype } = plots[at] ?? {}
  const alike = plots.filter((one) => genotype != null && one.genotype === genotype)
  const points = dates.flatMap(({ takenOn, date, values }, index) =>
    takenOn === null
      ? []
      : [{ date, takenOn, value: values[at] ?? null, trial: seasonOfTrial({ plots, series, genotype }, index) }],
  )
  return (
    <>
      <Headline
        value={figureText(day.values[at], unit)}
        date={day.date}
        standing={standingOf(
          series.map((values) => values[column] ?? null),
          at,
        )}
      />
      {points.length > 1 && <SeasonChart points={points} shown={day.date} unit={unit} />}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-x-2 gap-y-3">
        {dates.map(({ flightId, date, values, flags }) => {
          const flight = flights.find(({ trialFlightId }) => trialFlightId === flightId)
          return (
            <li key={date} className="flex flex-col gap-0.5 tabular-nums">
              {flight && <PlotClip flight={flight} plot={plot} />}
              <span className="whitespace-nowrap text-muted">{dateText(date)}</span>
              <span>
                {figureText(values[at], unit)}
                <WarningStar flags={flags[at]} />
              </span>
            </li>
          )
        })}
      </ul>
      <Warnings dates={dates} at={at} />
      <div className="flex flex-col gap-1.5 border-t border-line pt-3">
        {alike.length > 1 && <SelectAlike plotIds={alike.map(({ plotId }) => plotId)} />}
        <HowMeasured workspace={workspace} day={day} at={at} />
        <TraitsOfPlot workspace={workspace} day={day} plotId={plot.plotId} at={at} />
        {!trial.isShared && <PlotPhotos {...workspace} plotId={plot.plotId} flightId={day.flightId} />}
        <PlotExclusion trial={trial} plotId={plot.plotId} flightId={day.flightId} />
      </div>
    </>
  )
}

function SelectAlike({ plotIds }: { plotIds: readonly string[] }) {
  const select = useSelectPlots()
  return (
    <button type="button" className="self-start underline underline-offset-2" onClick={() => select(plotIds)}>
      Select all {plotIds.length} plots of this genotype
    </button>
  )
}

function Headline({ value, date, standing }: { value: string; date: string; standing: Standing | null }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
      <span className="text-xl font-semibold">{value}</span>
      <span className="text-muted">
        {onDate(date).trim()}
        {standing && standing.of > 1 && `, rank ${standing.rank} of ${standing.of}`}
        {standing?.z != null && `, z\u2011score ${standing.z.toFixed(2)}`}
      </span>
    </p>
  )
}

/** Each warning of the plot once, with its dates. */
function Warnings({ dates, at }: { dates: readonly DatedValues[]; at: number }) {
  const byFlag = Map.groupBy(
    dates.flatMap(({ date, flags }) => (flags[at] ?? []).map((flag) => ({ flag, date }))),
    ({ flag }) => flag,
  )
  if (byFlag.size === 0) return null
  return (
    <ul className="flex flex-col gap-0.5 text-danger">
      {[...byFlag].map(([flag, found]) => (
        <li key={flag}>
          * {flagText(flag)}
          {found.length === dates.length ? ' on all dates' : `: ${found.map(({ date }) => dateText(date)).join(', ')}`}
        </li>
      ))}
    </ul>
  )
}

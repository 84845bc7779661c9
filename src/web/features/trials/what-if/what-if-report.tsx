import type { FlightItem } from '#contract/trials.ts'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { rankCorrelation } from '#imagery/traits/derived/correlations.ts'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { summaryOf } from '../analysis/summary.ts'
import { useFlightMap } from '../flight-map/use-flight-map.ts'
import { problemOfMask } from '../map/levels.ts'
import { problemOf, valueText } from '../messages.ts'
import { useTraitValues } from '../trial-queries.ts'
import type { MeasuredWorkspace } from '../workspace/workspace.ts'
import type { PlantSettings } from './plant-settings.ts'
import { useWhatIf } from './use-what-if.ts'

const MOST = 5

type WhatIfReportProps = MeasuredWorkspace & { flight: FlightItem; settings: PlantSettings }

/** How the cover of plots and their ranking would change. */
export function WhatIfReport({ measurement, plots, flight, settings }: WhatIfReportProps) {
  const { shown, problem } = useFlightMap(flight)
  const why = shown && problemOfMask(shown.map, settings.method)
  const photo = why === undefined ? shown : undefined
  const { cover, error } = useWhatIf(photo, plots, settings)
  const { measurementId } = measurement
  const hasCover = measurement.measured.some(({ trait }) => trait === 'canopyCover')
  const [measured] = useTraitValues(
    { measurementId, trait: 'canopyCover', stat: 'mean', scope: 'all' },
    hasCover ? [flight.trialFlightId] : [],
  )
  if (problem !== undefined) return <p className="text-sm text-muted">{problem}</p>
  if (error) return <p className="text-sm text-danger">{problemOf(error)}</p>
  if (why !== undefined) return <p className="text-sm text-muted">There is no preview. {why}</p>
  if (!cover || (hasCover && !measured?.data)) return <Skeleton className="h-24 w-full" />
  const before = measured?.data?.values ?? []
  const after = Array.from(cover, (value) => (Number.isFinite(value) ? value : null))
  const ranks = rankCorrelation(before, after)
  const changes = after
    .flatMap((value, at) => {
      const was = before[at] ?? null
      return value === null || was === null ? [] : [{ at, was, value, change: value - was }]
    })
    .toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change))
    .slice(0, MOST)
  return (
    <div className="flex flex-col gap-3 text-sm">
      <output>
        Preview from the photo for viewing, {dateText(flight.moment)}: mean cover{' '}
        <strong className="tabular-nums">{valueText(summaryOf(after)?.mean, '%')} %</strong>
        {before.length > 0 && `, measured ${valueText(summaryOf(before)?.mean, '%')} %`}.
        {ranks && ` Rank correlation of the plots with what was measured: ${ranks.r.toFixed(2)}.`}
        {measurement.mask.isCleaned && ' The preview counts single pixels and glare, which measuring leaves out.'}
      </output>
      {changes.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer">Plots that change most</summary>
          <table aria-label="Plots that change most" className="mt-2 w-full max-w-md text-left tabular-nums">
            <thead className="text-muted">
              <tr>
                {['Plot', 'Measured, %', 'Preview, %', 'Change'].map((title) => (
                  <th key={title} scope="col" className="py-1 pr-4 font-medium">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {changes.map(({ at, was, value, change }) => (
                <tr key={at} className="border-t border-line">
                  <th scope="row" className="py-1 pr-4 font-normal">
                    <bdi>{displayName(plots[at]?.plotId ?? '')}</bdi>
                  </th>
                  <td className="pr-4">{valueText(was, '%')}</td>
                  <td className="pr-4">{valueText(value, '%')}</td>
                  <td>
                    {change > 0 ? '+' : ''}
                    {valueText(change, '%')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  )
}

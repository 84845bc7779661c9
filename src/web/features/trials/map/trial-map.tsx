import { use, useMemo, useState } from 'react'
import { useView } from '#web/lib/view.ts'
import { usePhone } from '#web/lib/workbench/use-media.ts'
import { type SeriesOfTrait, useSeries } from '../analysis/use-series.ts'
import { SelectedPlots } from '../workspace/selected-plots.ts'
import type { DatedValues, Workspace } from '../workspace/workspace.ts'
import { DayMap } from './day-map.tsx'
import { DividedMaps } from './divided-maps.tsx'
import { changeBetween, recoloured } from './recoloured.ts'
import type { SharedView } from './shared-view.ts'
import { type MapView, useMapView } from './use-map-view.ts'

type TrialMapProps = { workspace: Workspace; day: DatedValues; shared: SharedView }

/** The plots on one date, or on two that are compared. The same colours on all dates. */
export function TrialMap({ workspace, day, shared }: TrialMapProps) {
  const view = useMapView(workspace, day)
  const { other, comparison } = view
  const [address, show] = useView()
  const [pointed, setPointed] = useState<string | null>(null)
  const isPhone = usePhone()
  const { selected, setSelected } = use(SelectedPlots)
  const change = useMemo(
    () => (other && comparison === 'change' ? changeBetween(workspace, day, other) : null),
    [workspace, day, other, comparison],
  )
  const series = useSeries(workspace)
  const first = useRecoloured({ workspace, view, series }, day)
  const second = useRecoloured({ workspace, view, series }, other)
  const shown = {
    ...workspace,
    ...view,
    chosen: address.get('plot'),
    pointed,
    shared,
    // On a phone the plot takes the sheet.
    onChoose: (plotId: string | null) => show({ plot: plotId, ...(isPhone && { tab: null }) }),
    onPoint: setPointed,
    selected,
    onSelect: (plotIds: readonly string[]) => {
      setSelected(new Set(plotIds))
      show({ plot: null })
    },
  }
  if (change) return <DayMap {...shown} {...change} level="plots" />
  const one = <DayMap {...shown} {...first} />
  if (!other) return one
  const two = <DayMap {...shown} day={other} {...second} />
  if (comparison === 'divider') return <DividedMaps left={one} right={two} />
  return (
    <div className="absolute inset-0 flex gap-px bg-line max-md:flex-col [&>*]:grow [&>*]:basis-0">
      {one}
      {two}
    </div>
  )
}

type Of = { workspace: Workspace; view: MapView; series: SeriesOfTrait }

/** The same object as long as the map looks the same; null for the values themselves. */
function useRecoloured({ workspace, view, series: { plots, series } }: Of, day: DatedValues | undefined) {
  const { colourBy, colours, level } = view
  const asked = level === 'plots' || level === 'plan' ? colourBy : null
  return useMemo(
    () => (day ? recoloured(asked, { ...workspace, plots, series, day, colours }) : null),
    [workspace, plots, series, day, colours, asked],
  )
}

import { use, useMemo } from 'react'
import { useView } from '#web/lib/view.ts'
import { usePhone } from '#web/lib/workbench/use-media.ts'
import { isLeftOut, useExcluded } from '../analysis/use-excluded.ts'
import { pointAtPlot, usePointedPlots } from '../workspace/pointed-plots.ts'
import { SelectedPlots, useSelectPlots } from '../workspace/selected-plots.ts'
import type { DatedValues, OnDay, Workspace } from '../workspace/workspace.ts'
import { DayMap } from './day-map.tsx'
import { DividedMaps } from './divided-maps.tsx'
import { changeBetween, recoloured } from './recoloured.ts'
import type { SharedView } from './shared-view.ts'
import { type MapView, useMapView } from './use-map-view.ts'

type TrialMapProps = OnDay & { shared: SharedView }

/** The plots on one date, or on two that are compared. The same colours on all dates. */
export function TrialMap({ workspace, day, shared }: TrialMapProps) {
  const view = useMapView(workspace, day)
  const { other, comparison } = view
  const [address, show] = useView()
  const pointed = usePointedPlots()
  const isPhone = usePhone()
  const { selected } = use(SelectedPlots)
  const onSelect = useSelectPlots()
  const change = useMemo(
    () => (other && comparison === 'change' ? changeBetween(workspace, day, other) : null),
    [workspace, day, other, comparison],
  )
  const first = useRecoloured(workspace, view, day)
  const second = useRecoloured(workspace, view, other)
  const shown = {
    ...workspace,
    ...view,
    chosen: address.get('plot'),
    pointed,
    shared,
    // On a phone the plot takes the sheet.
    onChoose: (plotId: string | null) => show({ plot: plotId, ...(isPhone && { tab: null }) }),
    onPoint: pointAtPlot,
    selected,
    onSelect,
  }
  if (change) return <DayMap {...shown} {...change} level="plots" />
  const one = <DayMap {...shown} {...first} />
  if (!other) return one
  const two = <DayMap {...shown} day={other} {...second} />
  if (comparison === 'divider') return <DividedMaps left={one} right={two} />
  return (
    <div className="absolute inset-0 flex gap-px bg-line max-md:flex-col [&>*]:grow [&>*]:basis-0 [&>*]:[container-type:size]">
      {one}
      {two}
    </div>
  )
}

/** The same object as long as the map looks the same; null for the values themselves. */
function useRecoloured(workspace: Workspace, { colourBy, colours, level }: MapView, day: DatedValues | undefined) {
  const excluded = useExcluded(workspace.trial.trialId)
  const asked = level === 'plots' || level === 'plan' ? colourBy : null
  return useMemo(() => {
    if (!day) return null
    const isExcluded = (plotId: string) => isLeftOut(excluded, workspace.trait, { plotId, flightId: day.flightId })
    return recoloured(asked, { ...workspace, day, colours, isExcluded })
  }, [workspace, day, colours, asked, excluded])
}

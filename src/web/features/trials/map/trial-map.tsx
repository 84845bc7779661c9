import { use, useMemo, useState } from 'react'
import { useView } from '#web/lib/view.ts'
import { usePhone } from '#web/lib/workbench/use-media.ts'
import { SelectedPlots } from '../workspace/selected-plots.ts'
import type { DatedValues, Workspace } from '../workspace/workspace.ts'
import { changeBetween } from './change-between.ts'
import { DayMap } from './day-map.tsx'
import { DividedMaps } from './divided-maps.tsx'
import type { SharedView } from './shared-view.ts'
import { useMapView } from './use-map-view.ts'

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
  if (!other) return <DayMap {...shown} />
  const one = <DayMap {...shown} />
  const two = <DayMap {...shown} day={other} />
  if (comparison === 'divider') return <DividedMaps left={one} right={two} />
  return (
    <div className="absolute inset-0 flex gap-px bg-line max-md:flex-col [&>*]:grow [&>*]:basis-0">
      {one}
      {two}
    </div>
  )
}

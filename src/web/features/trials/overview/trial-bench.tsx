import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { lateComponent } from '#web/lib/late-code.tsx'
import { standIn } from '#web/lib/late-part.tsx'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { linkAccess } from '#web/lib/session/link-access.ts'
import { useMay } from '#web/lib/session/use-may.ts'
import { useView } from '#web/lib/view.ts'
import { Workbench } from '#web/lib/workbench/workbench.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { FlightDates } from '../map/flight-dates.tsx'
import { preloadPhotoMap } from '../map/late-photo-map.tsx'
import { MapPanel } from '../map/map-panel.tsx'
import { PlotDetails } from '../map/plot-details.tsx'
import { SelectionDetails } from '../map/selection-details.tsx'
import { createSharedView } from '../map/shared-view.ts'
import { TrialMap } from '../map/trial-map.tsx'
import { AddValuesButton } from '../plot-values/add-values-button.tsx'
import type { Trial } from '../trial-queries.ts'
import { pointAt } from '../workspace/pointed-plots.ts'
import { NO_PLOTS, type PlotIds, SelectedPlots } from '../workspace/selected-plots.ts'
import { TraitControls } from '../workspace/trait-controls.tsx'
import { TRIAL_TABS, tabsOf } from '../workspace/trial-tabs.tsx'
import { useDay } from '../workspace/use-day.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { type DatedValues, NO_TRAIT, type Workspace } from '../workspace/workspace.ts'
import { MeasurementChoice } from './measurement-choice.tsx'
import { useTrialCommands } from './use-trial-commands.ts'
import { useWalk } from './use-walk.ts'

const MethodTab = lateComponent(
  async () => (await import('../workspace/method-tab.tsx')).MethodTab,
  standIn('How these values came about could not be loaded'),
)

const METHOD = { id: 'method', title: 'Method' }
const SET_UP = { id: 'set-up', title: 'Set-up' }

type TrialBenchProps = {
  trial: Trial
  /** Its flights and plots, and how they are measured. */
  setUp: ReactNode
}

/** All views of the values of a trial, linked: what is chosen in one is chosen in all, and stands in the address. */
export function TrialBench({ trial, setUp }: TrialBenchProps) {
  const may = useMay()
  const state = useWorkspace(trial)
  const { workspace, chosen, failed, controls } = state
  const [shared] = useState(createSharedView)
  const day = useDay(workspace)
  const [selected, setSelected] = useState(NO_PLOTS)
  const selection = useMemo(() => ({ selected, setSelected }), [selected])
  const inspector = useInspector({ workspace, day, ...selection })
  useTrialCommands({ workspace, day, controls })
  const onMapKey = useWalk(workspace)
  useEffect(preloadPhotoMap, [])
  useEffect(() => () => pointAt([]), [])
  const shown = workspace && day ? { workspace, day } : null
  const hasPlots = chosen !== undefined || trial.plotVersions.length > 0
  const isEmpty = useIsEmpty(workspace && day === undefined, !chosen)
  const map = (): ReactNode => {
    if (isEmpty) return null
    if (shown)
      return (
        <div className="absolute inset-0 print:static" onKeyDownCapture={onMapKey}>
          <TrialMap {...shown} shared={shared} />
        </div>
      )
    if (!failed) return <Skeleton className="absolute inset-0 rounded-none!" />
    return (
      <div className="p-4">
        <QueryFailed title={failed.title} query={failed} />
      </div>
    )
  }
  return (
    <SelectedPlots value={selection}>
      <Workbench
        layers={
          hasPlots
            ? {
                title: 'Layers',
                body: (
                  <>
                    {chosen && <MeasurementChoice {...{ trial, chosen }} asked={state.asked} />}
                    {workspace?.trait === NO_TRAIT && <NoTrait isMeasured={workspace.measurement !== null} />}
                    <TraitControls {...controls} />
                    {workspace && !trial.isClosed && <AddValuesButton {...workspace} />}
                    {shown && <MapPanel {...shown} />}
                  </>
                ),
              }
            : null
        }
        map={map()}
        dates={shown && shown.workspace.dates.length > 1 && <FlightDates {...shown} />}
        inspector={inspector}
        tabsLabel="Views of the values"
        tabs={tabsIn({
          workspace,
          hasPlots,
          isEmpty,
          isMeasured: chosen !== undefined,
          isExample: trial.isExample,
          may,
        })}
        renderBody={(id) => (id === SET_UP.id ? setUp : <TabBody {...state} id={id} />)}
      />
    </SelectedPlots>
  )
}

function TabBody({ id, workspace, measured, chosen }: { id: string } & ReturnType<typeof useWorkspace>) {
  if (!workspace) return <Skeleton className="h-40 w-full" />
  if (id === METHOD.id) return chosen && <MethodTab {...{ workspace, measured, chosen }} />
  const found = TRIAL_TABS.find((one) => one.id === id)
  return found && <found.Panel {...workspace} />
}

/** While it isn't known whether anything has values, what was known last stays. */
function useIsEmpty(isEmpty: boolean | null, atFirst: boolean): boolean {
  const [last, setLast] = useState(atFirst)
  if (isEmpty !== null && isEmpty !== last) setLast(isEmpty)
  return isEmpty ?? last
}

type Shown = {
  workspace: Workspace | null
  hasPlots: boolean
  isEmpty: boolean
  isMeasured: boolean
  isExample: boolean
  may: ReturnType<typeof useMay>
}

/** As long as nothing has values, the set-up comes first. That of the example is nobody's to change. */
function tabsIn({ workspace, hasPlots, isEmpty, isMeasured, isExample, may }: Shown) {
  const views = (workspace ? tabsOf(workspace) : TRIAL_TABS).filter(({ id }) => may.download || id !== 'downloads')
  const tabs = [...views, ...(isMeasured ? [METHOD] : [])]
  if (isExample || linkAccess.get()) return tabs
  if (!hasPlots) return [SET_UP]
  return isEmpty ? [SET_UP, ...tabs] : [...tabs, SET_UP]
}

const NoTrait = ({ isMeasured }: { isMeasured: boolean }) => (
  <p className="text-muted">
    {isMeasured
      ? 'Nothing could be measured on these maps.'
      : 'No trait has values yet. Measure, or add scores and yield to the table.'}
  </p>
)

type Inspected = {
  workspace: Workspace | null
  day: DatedValues | undefined
  selected: PlotIds
  setSelected: (plotIds: PlotIds) => void
}

/** The plot in the address, else the plots that are selected together. */
function useInspector({ workspace, day, selected, setSelected }: Inspected) {
  const [view, show] = useView()
  const chosen = view.get('plot')
  const at = workspace ? workspace.plots.findIndex(({ plotId }) => plotId === chosen) : -1
  const plot = workspace?.plots[at]
  if (!workspace || !day) return null
  if (!plot)
    return selected.size < 2
      ? null
      : {
          label: 'Selected plots',
          title: `${selected.size.toLocaleString('en')} plots`,
          closeLabel: 'Select none',
          body: <SelectionDetails {...{ workspace, day, selected }} />,
          onClose: () => setSelected(NO_PLOTS),
        }
  const { genotype } = plot.attributes
  const label = `Plot ${displayName(plot.plotId)}`
  return {
    label,
    title: genotype ? `${label}, ${displayName(genotype)}` : label,
    closeLabel: 'Close the plot',
    body: <PlotDetails {...{ plot, at, workspace, day }} />,
    onClose: () => {
      const opener = document.querySelector<HTMLElement>('[data-bench] td [aria-pressed=true]')
      show({ plot: null })
      opener?.focus()
    },
  }
}

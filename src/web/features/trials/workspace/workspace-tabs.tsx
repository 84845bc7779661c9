import { type ComponentType, Suspense } from 'react'
import { lateComponent } from '#web/lib/late-code.tsx'
import { useView } from '#web/lib/view.ts'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { standIn } from '../stand-in.tsx'
import { PrintedTitle } from './printed-title.tsx'
import type { Workspace } from './workspace.ts'

type Panel = ComponentType<Workspace>
type Tab = { id: string; title: string; Panel: Panel }

/** Each is loaded when it is shown first. */
const tab = (id: string, title: string, load: () => Promise<Panel>): Tab => ({
  id,
  title,
  Panel: lateComponent(load, standIn('This view could not be loaded')),
})

const TABLE = tab('table', 'Table', async () => (await import('../table/table-tab.tsx')).TableTab)
const MAP = tab('map', 'Map', async () => (await import('../map/map-tab.tsx')).MapTab)
/** Of what was measured. */
const COMPARE = tab('compare', 'Another tool', async () => {
  const { CompareTab } = await import('../comparison/compare-tab.tsx')
  return ({ measurement, ...workspace }: Workspace) =>
    measurement && <CompareTab {...workspace} measurement={measurement} />
})
const TABS: readonly Tab[] = [
  MAP,
  TABLE,
  tab('season', 'Season', async () => (await import('../season/season-tab.tsx')).SeasonTab),
  tab('genotypes', 'Genotypes', async () => (await import('../genotypes/genotypes-tab.tsx')).GenotypesTab),
  tab('correlation', 'Correlation', async () => (await import('../correlation/correlation-tab.tsx')).CorrelationTab),
  COMPARE,
  tab('downloads', 'Downloads', async () => (await import('../downloads/downloads-tab.tsx')).DownloadsTab),
]

/** Without any value there is the table, to type the first ones. */
function tabsOf({ measurement, dates }: Workspace): readonly Tab[] {
  if (dates.length === 0) return [TABLE]
  return measurement ? TABS : TABS.filter((one) => one !== COMPARE)
}

/** Views of the same values. The tab, the date, the plot and all else that is chosen stand in the address. */
export function WorkspaceTabs(workspace: Workspace) {
  const [view, show] = useView()
  const tabs = tabsOf(workspace)
  const { id, title, Panel } = tabs.find((one) => one.id === view.get('tab')) ?? tabs[0] ?? TABLE
  return (
    <Tabs
      label="Views of the values"
      tabs={tabs}
      chosen={id}
      onChoose={(chosen) => show({ tab: chosen === MAP.id ? null : chosen })}
    >
      <PrintedTitle {...workspace} tab={title} />
      <Suspense fallback={<Skeleton className="h-80 w-full" />}>
        <Panel {...workspace} />
      </Suspense>
    </Tabs>
  )
}

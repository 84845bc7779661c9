import { type ComponentType, Suspense } from 'react'
import { lateComponent } from '#web/lib/late-code.tsx'
import { useView } from '#web/lib/view.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
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

const MAP = tab('map', 'Map', async () => (await import('../map/map-tab.tsx')).MapTab)
const TABS: readonly Tab[] = [
  MAP,
  tab('table', 'Table', async () => (await import('../table/table-tab.tsx')).TableTab),
  tab('season', 'Season', async () => (await import('../season/season-tab.tsx')).SeasonTab),
  tab('genotypes', 'Genotypes', async () => (await import('../genotypes/genotypes-tab.tsx')).GenotypesTab),
  tab('correlation', 'Correlation', async () => (await import('../correlation/correlation-tab.tsx')).CorrelationTab),
  tab('compare', 'Another tool', async () => (await import('../comparison/compare-tab.tsx')).CompareTab),
  tab('downloads', 'Downloads', async () => (await import('../downloads/downloads-tab.tsx')).DownloadsTab),
]

/** Views of the same values. The tab, the date, the plot and all else that is chosen stand in the address. */
export function WorkspaceTabs(workspace: Workspace) {
  const [view, show] = useView()
  const { id, title, Panel } = TABS.find((one) => one.id === view.get('tab')) ?? MAP
  return (
    <Tabs
      label="Views of the values"
      tabs={TABS}
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

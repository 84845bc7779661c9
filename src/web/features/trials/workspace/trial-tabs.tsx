import type { ComponentType } from 'react'
import { lateComponent } from '#web/lib/late-code.tsx'
import { standIn } from '#web/lib/late-part.tsx'
import { PrintedTitle } from './printed-title.tsx'
import type { Workspace } from './workspace.ts'

type Panel = ComponentType<Workspace>

/** Each is loaded when it is shown first. */
const tab = (id: string, title: string, load: () => Promise<Panel>) => {
  const Panel = lateComponent(load, standIn('This view could not be loaded'))
  return {
    id,
    title,
    Panel: (workspace: Workspace) => (
      <>
        <PrintedTitle {...workspace} tab={title} />
        <Panel {...workspace} />
      </>
    ),
  }
}

const TABLE = tab('table', 'Table', async () => (await import('../table/table-tab.tsx')).TableTab)
/** Of what was measured. */
const COMPARE = tab('compare', 'Another tool', async () => {
  const { CompareTab } = await import('../comparison/compare-tab.tsx')
  return ({ measurement, ...workspace }: Workspace) =>
    measurement && <CompareTab {...workspace} measurement={measurement} />
})
/** Views of the same values. */
export const TRIAL_TABS = [
  TABLE,
  tab('season', 'Season', async () => (await import('../season/season-tab.tsx')).SeasonTab),
  tab('genotypes', 'Genotypes', async () => (await import('../genotypes/genotypes-tab.tsx')).GenotypesTab),
  tab('correlation', 'Correlation', async () => (await import('../correlation/correlation-tab.tsx')).CorrelationTab),
  COMPARE,
  tab('downloads', 'Downloads', async () => (await import('../downloads/downloads-tab.tsx')).DownloadsTab),
]

/** Without any value there is the table, to type the first ones. */
export function tabsOf({ measurement, dates }: Workspace): typeof TRIAL_TABS {
  if (dates.length === 0) return [TABLE]
  return measurement ? TRIAL_TABS : TRIAL_TABS.filter((one) => one !== COMPARE)
}

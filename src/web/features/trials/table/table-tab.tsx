import { useView } from '#web/lib/view.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { PlotTable } from './plot-table.tsx'

/** The trait of all plots on each date. */
export function TableTab({ title, trait, outlines, dates }: Workspace) {
  const [view, show] = useView()
  return (
    <PlotTable
      label={`${title} of all plots`}
      unit={trait.unit}
      plots={outlines.plots}
      dates={dates}
      chosen={view.get('plot')}
      onChoose={(plotId) => show({ plot: plotId })}
    />
  )
}

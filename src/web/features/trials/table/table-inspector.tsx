import { useEffect, useMemo, useRef } from 'react'
import { useView } from '#web/lib/view.ts'
import { mapScaleOf } from '../map/map-scale.ts'
import { PlotDetails } from '../map/plot-details.tsx'
import type { Workspace } from '../workspace/workspace.ts'
import type { Opened } from './rows/use-open-cell.ts'

type TableInspectorProps = { workspace: Workspace; plotId: string; opened: Opened | undefined; onClose: () => void }

/** The plot of the value that was clicked, beside the table; below it on a narrow screen, where it is brought into view. */
export function TableInspector({ workspace, plotId, opened, onClose }: TableInspectorProps) {
  const { outlines, dates, trait } = workspace
  const [view] = useView()
  const frame = useRef<HTMLDivElement>(null)
  const scale = useMemo(() => mapScaleOf(dates, trait.unit), [dates, trait.unit])
  const day = dates.find(({ date }) => date === view.get('date')) ?? dates.at(-1)
  const at = outlines.plots.findIndex((one) => one.plotId === plotId)
  const plot = outlines.plots[at]
  useEffect(() => {
    if (!opened) return
    // The table is narrower with a plot beside it.
    opened.from.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const top = frame.current?.getBoundingClientRect().top ?? 0
    if (top > window.innerHeight / 2) frame.current?.scrollIntoView({ block: 'start' })
  }, [opened])
  if (!plot || !day) return null
  return (
    <div ref={frame} className="min-w-0 scroll-mt-4">
      <PlotDetails {...{ plot, at, workspace, day, scale, onClose }} />
    </div>
  )
}

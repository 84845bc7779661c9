import { useMemo } from 'react'
import { WhatIfPanel } from '../what-if/what-if-panel.tsx'
import { CommonFlagsNote } from '../workspace/common-flags-note.tsx'
import type { OnDay } from '../workspace/workspace.ts'
import { labelsOf } from './label-texts.ts'
import { MapControls } from './map-controls.tsx'
import { Ranking } from './ranking.tsx'
import { coloursOffered, columnsOffered } from './recoloured.ts'
import { useMapView } from './use-map-view.ts'

/** What the map of a date shows, and its highest and lowest plots. */
export function MapPanel({ workspace, day }: OnDay) {
  const view = useMapView(workspace, day)
  const { measurement, plots } = workspace
  const { labels, colourings } = useMemo(() => {
    const columns = columnsOffered(plots)
    return { labels: labelsOf(columns), colourings: coloursOffered(plots, columns) }
  }, [plots])
  return (
    <>
      <MapControls {...{ view, labels, colourings }} dates={workspace.dates.length} />
      <CommonFlagsNote of={[{ name: day.date, common: day.commonFlags }]} plots={workspace.plots.length} />
      {view.level === 'plants' && measurement && (
        <WhatIfPanel {...workspace} {...{ measurement, day }} settings={view.plants} />
      )}
      <Ranking {...{ workspace, day }} />
    </>
  )
}

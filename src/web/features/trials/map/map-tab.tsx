import { useMemo, useState } from 'react'
import { USUAL_THRESHOLDS } from '#domain/trials.ts'
import { type Colours } from '#imagery/traits/derived/colour-scale.ts'
import { useView } from '#web/lib/view.ts'
import { type PlantSettings, settingsIn, settingsOf } from '../what-if/plant-settings.ts'
import { WhatIfPanel } from '../what-if/what-if-panel.tsx'
import type { Workspace } from '../workspace/workspace.ts'
import { ColourControls } from './colour-controls.tsx'
import { DayMap } from './day-map.tsx'
import { LEVELS, type Level, levelsOf } from './levels.ts'
import { coloursIn } from './map-colours.ts'
import { MapControls } from './map-controls.tsx'
import { mapScaleOf } from './map-scale.ts'
import { PlotDetails } from './plot-details.tsx'
import { createSharedView } from './shared-view.ts'

const isLevel = (text: string | null): text is Level => text !== null && text in LEVELS

/** The plots on one date, or on two side by side, and one of them over the season. The same colours on all dates. */
export function MapTab(workspace: Workspace) {
  const { measurement, outlines, dates, trait } = workspace
  const [view, show] = useView()
  const [pointed, setPointed] = useState<string | null>(null)
  const [shared] = useState(createSharedView)
  const day = dates.find(({ date }) => date === view.get('date')) ?? dates.at(-1)
  const other = dates.find(({ date }) => date === view.get('beside') && date !== day?.date)
  const scale = useMemo(() => mapScaleOf(dates, trait.unit), [dates, trait.unit])
  const asked = view.get('show')
  const levels = levelsOf(workspace)
  const level: Level = isLevel(asked) && levels.includes(asked) ? asked : 'plots'
  const plants = usePlantSettings(view, workspace)
  const colours = useColours(view)
  const chosen = view.get('plot')
  const place = outlines.plots.findIndex(({ plotId }) => plotId === chosen)
  const plot = outlines.plots[place]
  if (!day) return null
  const shown = {
    ...workspace,
    level,
    plants,
    scale,
    colours,
    chosen,
    pointed,
    shared,
    onChoose: (plotId: string | null) => show({ plot: plotId }),
    onPoint: setPointed,
  }
  return (
    <>
      <MapControls {...{ dates, day, levels, level }} beside={other} />
      {level === 'plants' && measurement && (
        <WhatIfPanel {...workspace} measurement={measurement} day={day} settings={plants} />
      )}
      <div className={`grid items-start gap-6 ${other ? '@3xl:grid-cols-2' : '@4xl:grid-cols-[minmax(0,1fr)_22rem]'}`}>
        <DayMap {...shown} day={day}>
          <ColourControls {...colours} />
        </DayMap>
        {other && <DayMap {...shown} day={other} />}
        {plot ? (
          <PlotDetails
            plot={plot}
            at={place}
            workspace={workspace}
            day={day}
            scale={scale}
            onClose={() => show({ plot: null })}
          />
        ) : (
          <p className="text-sm text-muted print:hidden">Choose a plot on the map or in the table to see its season.</p>
        )}
      </div>
    </>
  )
}

function useColours(view: URLSearchParams): Colours {
  const { ramp, classes } = coloursIn(view)
  return useMemo(() => ({ ramp, classes }), [ramp, classes])
}

/** Plants aren't shown where nothing was measured. */
const UNMEASURED: PlantSettings = { method: 'exg', threshold: USUAL_THRESHOLDS.exg, bufferMetres: 0 }

/** The same object as long as the address says the same. */
function usePlantSettings(view: URLSearchParams, { measurement }: Workspace): PlantSettings {
  const { method, threshold, bufferMetres } = settingsIn(view, measurement ? settingsOf(measurement) : UNMEASURED)
  return useMemo(() => ({ method, threshold, bufferMetres }), [method, threshold, bufferMetres])
}

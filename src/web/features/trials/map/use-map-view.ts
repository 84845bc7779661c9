import { useMemo } from 'react'
import { USUAL_THRESHOLDS } from '#domain/trials.ts'
import type { Colours } from '#imagery/traits/derived/colour-scale.ts'
import { useView } from '#web/lib/view.ts'
import { type PlantSettings, settingsIn, settingsOf } from '../what-if/plant-settings.ts'
import type { DatedValues, Workspace } from '../workspace/workspace.ts'
import { LEVELS, type Level, levelsOf } from './levels.ts'
import { coloursIn } from './map-colours.ts'
import { limitsText, mapScaleOf } from './map-scale.ts'

/** How the second date is shown: on a map of its own, or right of a divider. */
export const COMPARISONS = { beside: 'Side by side', divider: 'Divider', change: 'Change' } as const
export type Comparison = keyof typeof COMPARISONS

const isLevel = (text: string | null): text is Level => text !== null && text in LEVELS
const isComparison = (text: string | null): text is Comparison => text !== null && text in COMPARISONS

/** What the map shows, as the address says. */
export function useMapView(workspace: Workspace, day: DatedValues) {
  const { measurement, dates, trait } = workspace
  const [view] = useView()
  const other = dates.find(({ date }) => date === view.get('beside') && date !== day.date)
  const hasOwnLimits = view.get('limits') === 'shown'
  const counted = useMemo(
    () => (hasOwnLimits ? [day, ...(other ? [other] : [])] : dates),
    [hasOwnLimits, dates, day, other],
  )
  const scale = useMemo(() => mapScaleOf(counted, trait.unit), [counted, trait.unit])
  const asked = view.get('show')
  const levels = levelsOf(workspace)
  const compared = view.get('compare')
  return {
    day,
    other,
    comparison: isComparison(compared) ? compared : 'beside',
    levels,
    level: isLevel(asked) && levels.includes(asked) ? asked : ('plots' as const),
    isNorthUp: view.get('north') === 'up',
    plotLabel: view.get('labels'),
    plants: usePlantSettings(view, measurement),
    scale,
    hasOwnLimits,
    limits: limitsText(hasOwnLimits ? 1 : dates.length, trait.unit),
    colours: useColours(view),
    colourBy: view.get('colourBy'),
  }
}

export type MapView = ReturnType<typeof useMapView>

function useColours(view: URLSearchParams): Colours {
  const { ramp, classes } = coloursIn(view)
  return useMemo(() => ({ ramp, classes }), [ramp, classes])
}

/** Plants aren't shown where nothing was measured. */
const UNMEASURED: PlantSettings = { method: 'exg', threshold: USUAL_THRESHOLDS.exg, bufferMetres: 0 }

/** The same object as long as the address says the same. */
function usePlantSettings(view: URLSearchParams, measurement: Workspace['measurement']): PlantSettings {
  const { method, threshold, bufferMetres } = settingsIn(view, measurement ? settingsOf(measurement) : UNMEASURED)
  return useMemo(() => ({ method, threshold, bufferMetres }), [method, threshold, bufferMetres])
}

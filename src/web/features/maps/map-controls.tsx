import { ChartSpline, Expand, Pentagon, Ruler } from 'lucide-react'
import type View from 'ol/View.js'
import { MapButtons } from '#web/lib/raster-map/map-buttons.tsx'
import type { MapFrame } from '#web/lib/raster-map/map-frame.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { MeasureKind } from './measuring/measure.ts'

type MapControlsProps = {
  view: View
  frame: MapFrame
  hasHeights: boolean
  measuring: MeasureKind | null
  onMeasure: (kind: MeasureKind | null) => void
  onFit: () => void
  onFullScreen: () => void
}

const TOOLS = [
  { kind: 'length', icon: Ruler, label: 'Measure a distance' },
  { kind: 'area', icon: Pentagon, label: 'Measure an area' },
  { kind: 'profile', icon: ChartSpline, label: 'Draw a height profile' },
] as const

export function MapControls(props: MapControlsProps) {
  const { view, frame, hasHeights, measuring, onMeasure, onFit, onFullScreen } = props
  const tools = frame.metres === null ? [] : TOOLS.filter(({ kind }) => kind !== 'profile' || hasHeights)
  return (
    <MapButtons onZoom={(by) => view.adjustZoom(by)} all="Show all" onFit={onFit}>
      {tools.map(({ kind, icon, label }) => (
        <IconButton
          key={kind}
          icon={icon}
          label={label}
          aria-pressed={measuring === kind}
          className="aria-pressed:bg-ink/8 aria-pressed:text-ink"
          onClick={() => onMeasure(measuring === kind ? null : kind)}
        />
      ))}
      <IconButton icon={Expand} label="Full screen" onClick={onFullScreen} />
    </MapButtons>
  )
}

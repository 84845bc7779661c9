import { Expand, Focus, Minus, Pentagon, Plus, Ruler } from 'lucide-react'
import type View from 'ol/View.js'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Measured } from './measure.ts'

type MapControlsProps = {
  view: View
  canMeasure: boolean
  measuring: Measured['kind'] | null
  onMeasure: (kind: Measured['kind'] | null) => void
  onFit: () => void
  onFullScreen: () => void
}

const TOOLS = [
  { kind: 'length', icon: Ruler, label: 'Measure a distance' },
  { kind: 'area', icon: Pentagon, label: 'Measure an area' },
] as const

export const MapControls = ({ view, canMeasure, measuring, onMeasure, onFit, onFullScreen }: MapControlsProps) => (
  <div className="absolute top-2 right-2 flex flex-col rounded-md border border-line bg-card">
    <IconButton icon={Plus} label="Zoom in" onClick={() => view.adjustZoom(1)} />
    <IconButton icon={Minus} label="Zoom out" onClick={() => view.adjustZoom(-1)} />
    <IconButton icon={Focus} label="Show all" onClick={onFit} />
    {canMeasure &&
      TOOLS.map(({ kind, icon, label }) => (
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
  </div>
)

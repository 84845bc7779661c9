import { ChevronDown, ChevronUp } from 'lucide-react'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { truncateMiddle } from '#domain/file-names.ts'
import { accuracyTextOf } from '#web/lib/accuracy-note.tsx'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { runText } from './map-names.ts'
import type { MapState } from './map-state.ts'

type Shown = MapState['shown']

type LayerListProps = {
  maps: readonly ReadyMap[]
  shown: Shown
  /** Whether a map has another coordinate system, so that it can't lie over the others. */
  isElsewhere: (map: ReadyMap) => boolean
  onChange: (shown: Shown) => void
}

/** The maps of a report, the uppermost first: which are shown, in which order, and how opaque. */
export function LayerList({ maps, shown, isElsewhere, onChange }: LayerListProps) {
  const placeOf = ({ mapId }: ReadyMap) => shown.findIndex((one) => one.mapId === mapId)
  const order = maps.toSorted((a, b) => placeOf(b) - placeOf(a))
  return (
    <ul aria-label="Layers" className="divide-y divide-line">
      {order.map((map) => (
        <Layer
          key={map.mapId}
          map={map}
          at={placeOf(map)}
          shown={shown}
          reason={isElsewhere(map) ? 'shown alone: it has another coordinate system' : undefined}
          onChange={onChange}
        />
      ))}
    </ul>
  )
}

type LayerProps = Pick<LayerListProps, 'shown' | 'onChange'> & { map: ReadyMap; at: number; reason: string | undefined }

function Layer({ map, at, shown, reason, onChange }: LayerProps) {
  const { mapId, fileName, takenOn, madeBy } = map
  const name = displayName(fileName)
  const facts = [takenOn && dateText(takenOn), runText(map), reason].filter(Boolean).join(', ')
  const opacity = shown[at]?.opacity
  const others = shown.filter((one) => one.mapId !== mapId)
  const toggle = (isOn: boolean) => onChange(isOn ? [...(reason ? [] : others), { mapId, opacity: 1 }] : others)
  const moveTo = (place: number) => {
    const moved = Array.from(others)
    moved.splice(place, 0, { mapId, opacity: opacity ?? 1 })
    onChange(moved)
  }
  return (
    <li className="py-2">
      <div className="flex items-start gap-1">
        <div className="min-w-0 grow" title={name}>
          <Checkbox
            label={<span className="inline-block wrap-anywhere">{truncateMiddle(name)}</span>}
            checked={at >= 0}
            onChange={(event) => toggle(event.target.checked)}
          />
        </div>
        {shown.length > 1 && at >= 0 && (
          <>
            <IconButton
              icon={ChevronUp}
              label={`Move ${name} up`}
              disabled={at === shown.length - 1}
              onClick={() => moveTo(at + 1)}
            />
            <IconButton
              icon={ChevronDown}
              label={`Move ${name} down`}
              disabled={at === 0}
              onClick={() => moveTo(at - 1)}
            />
          </>
        )}
      </div>
      {facts && <p className="pl-7 text-xs text-muted first-letter:uppercase">{facts}</p>}
      <p className="pl-7 text-xs text-muted empty:hidden">{accuracyTextOf(madeBy)}</p>
      {opacity !== undefined && (
        <label className="mt-1 flex items-center gap-2 pl-7 text-xs text-muted">
          Opacity
          <input
            type="range"
            min={0}
            max={100}
            value={Math.round(opacity * 100)}
            aria-label={`Opacity of ${name}`}
            onChange={({ target: { value } }) =>
              onChange(shown.map((one) => (one.mapId === mapId ? { mapId, opacity: Number(value) / 100 } : one)))
            }
            className="h-6 min-w-0 grow accent-action"
          />
        </label>
      )}
    </li>
  )
}

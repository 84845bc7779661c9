import { Fragment, useState } from 'react'
import { dateText } from '#domain/dates.ts'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { Layer } from './layer.tsx'
import { layerNames, whatOf } from './map-names.ts'
import type { MapState } from './map-state.ts'

type Shown = MapState['shown']

type LayerListProps = {
  maps: readonly ReadyMap[]
  shown: Shown
  /** Whether a map has another coordinate system, so that it can't lie over the others. */
  isElsewhere: (map: ReadyMap) => boolean
  onChange: (shown: Shown) => void
}

/** The maps of a report, the uppermost first: which are shown, in which order, and how opaque. Then those that aren't by date, the newest first. */
export function LayerList({ maps, shown, isElsewhere, onChange }: LayerListProps) {
  const [dragged, setDragged] = useState<string | null>(null)
  const placeOf = (mapId: string) => shown.findIndex((one) => one.mapId === mapId)
  const order = maps.toSorted(
    (a, b) => placeOf(b.mapId) - placeOf(a.mapId) || (b.takenOn ?? '').localeCompare(a.takenOn ?? ''),
  )
  const names = layerNames(maps)
  const move = (mapId: string, place: number) => {
    const moved = shown.filter((one) => one.mapId !== mapId)
    moved.splice(place, 0, ...shown.filter((one) => one.mapId === mapId))
    onChange(moved)
  }
  return (
    <ul aria-label="Layers" className="-mx-2 flex flex-col">
      {order.map((map, index) => {
        const { mapId, takenOn } = map
        const at = placeOf(mapId)
        const others = shown.filter((one) => one.mapId !== mapId)
        const isAlone = isElsewhere(map)
        const name = names.get(mapId) ?? ''
        const before = order[index - 1]
        const isFirst = at < 0 && (!before || placeOf(before.mapId) >= 0 || before.takenOn !== takenOn)
        return (
          <Fragment key={mapId}>
            {isFirst && (
              <li className="px-2 pt-2.5 text-note font-semibold text-muted">
                {takenOn ? dateText(takenOn) : 'No date'}
              </li>
            )}
            <Layer
              {...{ map, at, name }}
              short={at < 0 ? whatOf(map) : name}
              count={shown.length}
              opacity={shown[at]?.opacity}
              reason={isAlone ? 'shown alone: it has another coordinate system' : undefined}
              isDragged={dragged === mapId}
              onShow={(isOn) => onChange(isOn ? [...(isAlone ? [] : others), { mapId, opacity: 1 }] : others)}
              onMove={(place) => move(mapId, place)}
              onOpacity={(opacity) => onChange(shown.map((one) => (one.mapId === mapId ? { mapId, opacity } : one)))}
              onDrag={(isIt) => setDragged(isIt ? mapId : null)}
              onDraggedOver={() => {
                if (dragged !== null && dragged !== mapId && at >= 0) move(dragged, at)
              }}
            />
          </Fragment>
        )
      })}
    </ul>
  )
}

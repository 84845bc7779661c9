import { useState } from 'react'
import type { Range, ReadyMap } from '#web/lib/raster-map/look.ts'
import { frameOf } from '#web/lib/raster-map/map-frame.ts'
import { useCopies } from '#web/lib/raster-map/use-copies.ts'
import type { MapsOf } from '#web/lib/raster-map/use-maps.ts'
import { MapOptions } from './layers/map-options.tsx'
import { extentOf, panesOf, stackOf } from './layers/shown-layers.ts'
import { useBase } from './layers/use-base.ts'
import { useHistogram } from './layers/use-histogram.ts'
import { MapTable } from './list/map-table.tsx'
import type { MapController } from './map-controller.ts'
import { MapStage } from './map-stage.tsx'
import { useMapAddress } from './use-map-address.ts'
import { useViewPlace } from './use-view-place.ts'

type MapWorkspaceProps = { of: MapsOf; maps: readonly [ReadyMap, ...ReadyMap[]] }

const UNIT: Range = [0, 1]

/** Options on the left, the map beside them, its table below. Everything that is shown is in the address. */
export function MapWorkspace({ of, maps }: MapWorkspaceProps) {
  const [state, change] = useMapAddress(maps)
  const uppermost = state.shown.at(-1)?.mapId
  const top = maps.find(({ mapId }) => mapId === uppermost) ?? maps[0]
  const needed = new Set([...state.shown.map(({ mapId }) => mapId), ...state.panes, state.swipe])
  const { copies, ...loading } = useCopies(
    of,
    maps.filter(({ mapId }) => needed.has(mapId)),
  )
  const loaded = { state, maps, copies }
  const stack = stackOf(loaded)
  const layer = stack.find(({ map }) => map === top)
  const extent = layer ? extentOf(layer) : UNIT
  const [controller, setController] = useState<MapController | null>(null)
  const { histogram, centre } = useHistogram(controller, layer, extent)
  const base = useBase(maps, top)
  const placed = useViewPlace({ frame: frameOf(top), place: state.place, onMove: (place) => change({ place }) })
  return (
    <div className="grid gap-x-6 gap-y-4 @3xl:grid-cols-[17rem_minmax(0,1fr)]">
      <MapStage
        top={top}
        layer={layer}
        stack={stack}
        base={state.base ? base : undefined}
        panes={panesOf(loaded)}
        swipe={state.swipe === null ? null : { mapId: state.swipe, share: state.divider }}
        onDivide={(divider) => change({ divider })}
        loading={loading}
        placed={placed}
        controller={controller}
        onController={setController}
      />
      <MapOptions
        maps={maps}
        top={top}
        layer={layer}
        state={state}
        hasBase={base !== undefined}
        histogram={histogram}
        extent={extent}
        onChange={change}
      />
      <div className="@3xl:col-span-2">
        <MapTable layers={stack} maps={maps} histogram={histogram} extent={extent} centre={centre} top={layer} />
      </div>
    </div>
  )
}

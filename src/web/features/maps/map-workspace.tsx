import { useState } from 'react'
import { useView } from '#web/lib/view.ts'
import type { Range, ReadyMap } from './look.ts'
import type { MapController } from './map-controller.ts'
import { frameOf } from './map-frame.ts'
import { MapOptions } from './map-options.tsx'
import { MapStage } from './map-stage.tsx'
import { type MapState, readState, writeState } from './map-state.ts'
import { MapTable } from './map-table.tsx'
import { extentOf, panesOf, stackOf } from './shown-layers.ts'
import { useCopies } from './use-copies.ts'
import { useHistogram } from './use-histogram.ts'
import { useViewPlace } from './use-view-place.ts'

type MapWorkspaceProps = { analysisRequestId: string; maps: readonly [ReadyMap, ...ReadyMap[]] }

const UNIT: Range = [0, 1]

/** Options on the left, the map beside them, its table below. Everything that is shown is in the address. */
export function MapWorkspace({ analysisRequestId, maps }: MapWorkspaceProps) {
  const [address, setAddress] = useView()
  const state = readState(address, maps)
  const change = (next: Partial<MapState>) => setAddress(writeState(next))
  const uppermost = state.shown.at(-1)?.mapId
  const top = maps.find(({ mapId }) => mapId === uppermost) ?? maps[0]
  const needed = new Set([...state.shown.map(({ mapId }) => mapId), ...state.panes, state.swipe])
  const { copies, ...loading } = useCopies(
    analysisRequestId,
    maps.filter(({ mapId }) => needed.has(mapId)),
  )
  const loaded = { state, maps, copies }
  const stack = stackOf(loaded)
  const layer = stack.find(({ map }) => map === top)
  const extent = layer ? extentOf(layer) : UNIT
  const [controller, setController] = useState<MapController | null>(null)
  const histogram = useHistogram(controller, layer, extent)
  const placed = useViewPlace({ frame: frameOf(top), place: state.place, onMove: (place) => change({ place }) })
  return (
    <div className="grid gap-x-6 gap-y-4 @3xl:grid-cols-[17rem_minmax(0,1fr)]">
      <MapStage
        top={top}
        layer={layer}
        stack={stack}
        panes={panesOf(loaded)}
        swipe={state.swipe}
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
        histogram={histogram}
        extent={extent}
        onChange={change}
      />
      <div className="@3xl:col-span-2">
        <MapTable layers={stack} maps={maps} histogram={histogram} extent={extent} top={layer} />
      </div>
    </div>
  )
}

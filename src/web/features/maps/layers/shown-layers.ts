import { firstRamp, firstRange, type Range } from '#imagery/rasters/look.ts'
import type { ViewCopy } from '#imagery/rasters/view-copy.ts'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import type { ShownLayer } from '../map-controller.ts'
import { lookOf, type MapState } from './map-state.ts'

type Loaded = { state: MapState; maps: readonly ReadyMap[]; copies: ReadonlyMap<string, ViewCopy> }

/** Of a map whose copy is open. */
function layerOf({ state, copies }: Loaded, map: ReadyMap, opacity = 1): ShownLayer[] {
  const copy = copies.get(map.mapId)
  const look = lookOf(map, state)
  if (!copy) return []
  const isElevation = map.kind === 'elevation'
  const chosen = look.mode === 'colours' ? null : isElevation ? state.heights : state.range
  return [
    {
      map,
      copy,
      opacity,
      look,
      range: chosen ?? firstRange(map, look),
      ramp: state.ramp ?? firstRamp(map),
      threshold: isElevation || look.mode === 'colours' ? null : state.threshold,
      contours: isElevation ? state.contours : null,
    },
  ]
}

/** The layers of the first pane, from the lowest to the uppermost; above them the one right of the divider. */
export function stackOf(loaded: Loaded): ShownLayer[] {
  const { state, maps } = loaded
  const find = (mapId: string | null) => maps.find((map) => map.mapId === mapId)
  const right = find(state.swipe)
  const below = state.shown.flatMap(({ mapId, opacity }) => {
    const map = find(mapId)
    return map && map !== right ? layerOf(loaded, map, opacity) : []
  })
  return right ? [...below, ...layerOf(loaded, right)] : below
}

export const panesOf = (loaded: Loaded): { map: ReadyMap; layers: ShownLayer[] }[] =>
  loaded.state.panes.flatMap((mapId) => {
    const map = loaded.maps.find((one) => one.mapId === mapId)
    return map ? [{ map, layers: layerOf(loaded, map) }] : []
  })

/** The first range and a margin, so that the handles of a legend can go beyond it. */
export function extentOf({ map, look }: ShownLayer): Range {
  const [low, high] = firstRange(map, look)
  const margin = (high - low) / (look.mode === 'index' ? 2 : 4)
  return [low - margin, high + margin]
}

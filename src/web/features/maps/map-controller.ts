import { defaults } from 'ol/interaction/defaults.js'
import type TileLayer from 'ol/layer/Tile.js'
import type WebGLTileLayer from 'ol/layer/WebGLTile.js'
import OlMap from 'ol/Map.js'
import type View from 'ol/View.js'
import type { ViewCopy } from '#imagery/rasters/view-copy.ts'
import { drawMapPicture } from '#web/lib/raster-map/draw-map-picture.ts'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import type { MapFrame } from '#web/lib/raster-map/map-frame.ts'
import {
  createRasterLayer,
  type RasterLook,
  styleKeyOf,
  styleOf,
  tilesKeyOf,
  variablesOf,
} from '#web/lib/raster-map/raster-layer.ts'
import { createSwipe, type Swipe } from './layers/swipe.ts'
import { createMeasure } from './measuring/measure.ts'

export type ShownLayer = RasterLook & { map: ReadyMap; copy: ViewCopy; opacity: number }

/** A place in the plane of the map, and the pixel of the screen it is at. */
export type Pointed = { x: number; y: number; pixel: number[] }

/** Of a histogram. */
const SAMPLES_MAX = 6000
const SAMPLE_STEP_MIN = 8

type Known = { layer: WebGLTileLayer; tiles: string; style: string; variables: string }

const keysOf = (shown: ShownLayer): Omit<Known, 'layer'> => ({
  tiles: tilesKeyOf(shown.map, shown),
  style: styleKeyOf(shown),
  variables: JSON.stringify(variablesOf(shown)),
})

/** Its tiles stay. What has not changed is not set, because the map would be drawn again. */
function restyle(known: Known, shown: ShownLayer): void {
  const keys = keysOf(shown)
  if (known.style !== keys.style) known.layer.setStyle(styleOf(shown.map, shown))
  if (known.variables !== keys.variables) known.layer.updateStyleVariables(variablesOf(shown))
  Object.assign(known, keys)
}

/** A map on the page. Its view may be that of others, which then move with it. */
export function createMapController(target: HTMLElement, view: View, onTileProblem: (error: unknown) => void) {
  // North stays up.
  const interactions = defaults({ altShiftDragRotate: false, pinchRotate: false })
  const map = new OlMap({ target, view, controls: [], interactions, keyboardEventTarget: target })
  const layers = new Map<string, Known>()
  const swipe = createSwipe(map)
  const setBusy = (isBusy: boolean) => target.setAttribute('aria-busy', String(isBusy))
  map.on('loadstart', () => setBusy(true))
  map.on('rendercomplete', () => setBusy(false))

  const add = (shown: ShownLayer): WebGLTileLayer => {
    const layer = createRasterLayer(shown, onTileProblem)
    swipe.watch(layer, shown.map.mapId)
    layers.set(shown.map.mapId, { layer, ...keysOf(shown) })
    map.addLayer(layer)
    setBusy(true)
    return layer
  }
  const remove = (mapId: string) => {
    const found = layers.get(mapId)
    if (!found) return
    map.removeLayer(found.layer)
    found.layer.dispose()
    layers.delete(mapId)
  }
  /** Width and height in pixels of the screen. */
  const size = (): readonly [number, number] => {
    const [width = 0, height = 0] = map.getSize() ?? []
    return [width, height]
  }
  const dataAt = (mapId: string, pixel: number[]): ArrayLike<number> | null => {
    const data = layers.get(mapId)?.layer.getData(pixel)
    return data && !(data instanceof DataView) ? data : null
  }

  return {
    /** From the lowest to the uppermost. */
    show(list: readonly ShownLayer[]): void {
      for (const mapId of Array.from(layers.keys())) if (!list.some((shown) => shown.map.mapId === mapId)) remove(mapId)
      for (const [order, shown] of list.entries()) {
        const known = layers.get(shown.map.mapId)
        const hasTiles = known?.tiles === tilesKeyOf(shown.map, shown)
        if (known && !hasTiles) remove(shown.map.mapId)
        if (hasTiles) restyle(known, shown)
        const layer = hasTiles ? known.layer : add(shown)
        layer.setZIndex(order)
        layer.setOpacity(shown.opacity)
      }
    },
    /** Below all others. */
    setBase(layer: TileLayer): () => void {
      map.addLayer(layer)
      return () => {
        map.removeLayer(layer)
        layer.dispose()
      }
    },
    setSwipe: (next: Swipe | null): void => swipe.set(next),
    /** Called with what lies under the pointer, and with null when it leaves. */
    onPointer: (tell: (at: Pointed | null) => void): (() => void) => watchPointer(map, target, tell),
    /** What a layer has at a pixel of the screen: its data, before any look. */
    dataAt,
    /** The data of a layer at points spread over the screen. */
    *samples(mapId: string): Generator<ArrayLike<number>> {
      const [width, height] = size()
      const step = Math.max(SAMPLE_STEP_MIN, Math.sqrt((width * height) / SAMPLES_MAX))
      for (let y = step / 2; y < height; y += step)
        for (let x = step / 2; x < width; x += step) {
          const data = dataAt(mapId, [x, y])
          if (data) yield data
        }
    },
    onRendered(tell: () => void): () => void {
      map.on('rendercomplete', tell)
      return () => map.un('rendercomplete', tell)
    },
    ...createMeasure(map),
    size,
    /** As it is seen now, for paper. */
    drawPicture: (canvas: HTMLCanvasElement, frame: MapFrame): void => drawMapPicture(canvas, map, frame),
    /** Asks again for tiles that could not be read. */
    reload(): void {
      for (const { layer } of layers.values()) layer.getSource()?.refresh()
    },
    close(): void {
      for (const mapId of Array.from(layers.keys())) remove(mapId)
      map.setTarget(undefined)
      map.dispose()
    },
  }
}

function watchPointer(map: OlMap, target: HTMLElement, tell: (at: Pointed | null) => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const move = (event: PointerEvent) => {
    const pixel = map.getEventPixel(event)
    const [x = 0, y = 0] = map.getCoordinateFromPixel(pixel) ?? []
    tell({ x, y, pixel })
  }
  target.addEventListener('pointermove', move, { signal })
  target.addEventListener('pointerleave', () => tell(null), { signal })
  return () => listening.abort()
}

export type MapController = ReturnType<typeof createMapController>

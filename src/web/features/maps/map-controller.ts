import type WebGLTileLayer from 'ol/layer/WebGLTile.js'
import OlMap from 'ol/Map.js'
import type View from 'ol/View.js'
import type { ViewCopy } from '#imagery/rasters/view-copy.ts'
import type { ReadyMap } from './look.ts'
import { createMeasure } from './measure.ts'
import { createRasterLayer, type RasterLook, variablesOf } from './raster-layer.ts'
import { createSwipe, type Swipe } from './swipe.ts'

export type ShownLayer = RasterLook & { map: ReadyMap; copy: ViewCopy; opacity: number }

/** A place in the plane of the map, and the pixel of the screen it is at. */
export type Pointed = { x: number; y: number; pixel: number[] }

/** Pixels of the screen between the samples of a histogram. */
const SAMPLE_STEP = 8

/** Another look may need other bands of the file, or another formula. */
const keyOf = ({ look, contours }: RasterLook): string => JSON.stringify([look, contours === null])

/** A map on the page. Its view may be that of others, which then move with it. */
export function createMapController(target: HTMLElement, view: View) {
  const map = new OlMap({ target, view, controls: [], keyboardEventTarget: target })
  const layers = new Map<string, { layer: WebGLTileLayer; key: string }>()
  const swipe = createSwipe(map)

  const add = (shown: ShownLayer): WebGLTileLayer => {
    const layer = createRasterLayer(shown.map, shown.copy, shown)
    swipe.watch(layer, shown.map.mapId)
    layers.set(shown.map.mapId, { layer, key: keyOf(shown) })
    map.addLayer(layer)
    return layer
  }
  const remove = (mapId: string) => {
    const found = layers.get(mapId)
    if (!found) return
    map.removeLayer(found.layer)
    found.layer.dispose()
    layers.delete(mapId)
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
        if (known && known.key !== keyOf(shown)) remove(shown.map.mapId)
        const layer = known?.key === keyOf(shown) ? known.layer : add(shown)
        layer.setZIndex(order)
        layer.setOpacity(shown.opacity)
        layer.updateStyleVariables(variablesOf(shown))
      }
    },
    setSwipe: (next: Swipe | null): void => swipe.set(next),
    /** Called with what lies under the pointer, and with null when it leaves. */
    onPointer(tell: (at: Pointed | null) => void): () => void {
      const move = (event: PointerEvent) => {
        const pixel = map.getEventPixel(event)
        const [x = 0, y = 0] = map.getCoordinateFromPixel(pixel) ?? []
        tell({ x, y, pixel })
      }
      const leave = () => tell(null)
      target.addEventListener('pointermove', move)
      target.addEventListener('pointerleave', leave)
      return () => {
        target.removeEventListener('pointermove', move)
        target.removeEventListener('pointerleave', leave)
      }
    },
    /** What a layer has at a pixel of the screen: its data, before any look. */
    dataAt,
    /** The data of a layer at points spread over the screen. */
    *samples(mapId: string): Generator<ArrayLike<number>> {
      const [width = 0, height = 0] = map.getSize() ?? []
      for (let y = SAMPLE_STEP / 2; y < height; y += SAMPLE_STEP)
        for (let x = SAMPLE_STEP / 2; x < width; x += SAMPLE_STEP) {
          const data = dataAt(mapId, [x, y])
          if (data) yield data
        }
    },
    onRendered(tell: () => void): () => void {
      map.on('rendercomplete', tell)
      return () => map.un('rendercomplete', tell)
    },
    measure: createMeasure(map),
    close(): void {
      for (const mapId of Array.from(layers.keys())) remove(mapId)
      map.setTarget(undefined)
      map.dispose()
    },
  }
}

export type MapController = ReturnType<typeof createMapController>

import Feature from 'ol/Feature.js'
import PointGeometry from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import type OlMap from 'ol/Map.js'
import VectorSource from 'ol/source/Vector.js'
import { middleOf } from '#imagery/plots/layout.ts'
import { boxOf, type Position } from '#imagery/plots/polygon.ts'
import { textStyle } from '#web/lib/raster-map/text-style.ts'
import type { DrawnPlot } from './plot-ground.ts'

type Plane = { toPlane: (position: Position) => Position; fromPlane: (position: Position) => Position }

/** More of them say nothing. */
const LABELS_MAX = 500
const CHARACTER_PX = 7.5
const LINE_PX = 16

/** A text in the middle of each plot that has room for it on the screen. */
export function createPlotLabels(map: OlMap, plots: readonly DrawnPlot[], { toPlane, fromPlane }: Plane) {
  const source = new VectorSource<Feature<PointGeometry>>()
  const layer = new VectorLayer({ source, zIndex: 12 })
  // Not before the first labels: many trials are never labelled.
  let middles: readonly Position[] | undefined
  let texts: readonly string[] | null = null
  const draw = () => {
    source.clear()
    if (!texts) return
    middles ??= plots.map(({ rings: [ring = []] }) => middleOf(ring))
    const [west = 0, south = 0, east = 0, north = 0] = map.getView().calculateExtent(map.getSize())
    const corners = (
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
      ] as const
    ).map(fromPlane)
    const { minX, minY, maxX, maxY } = boxOf([[corners]])
    const seen = [...middles.entries()].filter(([, [x, y]]) => x >= minX && x <= maxX && y >= minY && y <= maxY)
    if (seen.length > LABELS_MAX) return
    const pixels = { rotation: map.getView().getRotation(), resolution: map.getView().getResolution() ?? 1 }
    for (const [at, middle] of seen) {
      const text = texts[at] ?? ''
      const ring = (plots[at]?.rings[0] ?? []).map(toPlane)
      if (text === '' || !hasRoom(ring, text, pixels)) continue
      const feature = new Feature(new PointGeometry([...toPlane(middle)]))
      feature.setStyle(textStyle(text))
      source.addFeature(feature)
    }
  }
  map.on('moveend', draw)
  return {
    layer,
    /** In the order of the plots; null for none. */
    show: (next: readonly string[] | null): void => {
      texts = next
      draw()
    },
  }
}

type Pixels = { rotation: number; resolution: number }

/** Whether a text fits into the box around a plot as the screen shows it. */
export function hasRoom(ring: readonly Position[], text: string, { rotation, resolution }: Pixels): boolean {
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
  const across = ring.map(([x, y]) => x * cos + y * sin)
  const up = ring.map(([x, y]) => y * cos - x * sin)
  const spanOf = (values: readonly number[]) => (Math.max(...values) - Math.min(...values)) / resolution
  return spanOf(across) >= CHARACTER_PX * text.length && spanOf(up) >= LINE_PX
}

import Feature from 'ol/Feature.js'
import PointGeometry from 'ol/geom/Point.js'
import type { LineString, Polygon } from 'ol/geom.js'
import Draw from 'ol/interaction/Draw.js'
import VectorLayer from 'ol/layer/Vector.js'
import type OlMap from 'ol/Map.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import { MAP_MARKS } from '#web/lib/map-marks.ts'
import type { Point } from '#web/lib/raster-map/map-frame.ts'

export type MeasureKind = 'length' | 'area' | 'profile'

/** In units of the plane of the map, or their squares. `line` is there once a line is finished. */
export type Measured = { kind: MeasureKind; value: number; line: readonly Point[] | null }

const ABOVE_ALL = 1000

const outlined = (width: number, color: string) => new Stroke({ color, width })
const style = [
  new Style({ stroke: outlined(5, MAP_MARKS.dark) }),
  new Style({
    stroke: outlined(2.5, MAP_MARKS.light),
    fill: new Fill({ color: 'rgba(255,255,255,0.2)' }),
    image: new CircleStyle({
      radius: 6,
      fill: new Fill({ color: MAP_MARKS.light }),
      stroke: outlined(2, MAP_MARKS.dark),
    }),
  }),
]

/** Draws a line or an area, and tells its size while it grows; null ends it. */
export function createMeasure(map: OlMap) {
  const source = new VectorSource()
  const marker = new Feature<PointGeometry>()
  map.addLayer(new VectorLayer({ source, zIndex: ABOVE_ALL, style }))
  let draw: Draw | null = null
  const measure = (kind: MeasureKind | null, tell: (measured: Measured) => void): void => {
    if (draw) map.removeInteraction(draw)
    draw = null
    source.clear()
    if (kind === null) return
    const sizeOf = (geometry: unknown): number =>
      kind === 'area' ? (geometry as Polygon).getArea() : (geometry as LineString).getLength()
    draw = new Draw({ source, type: kind === 'area' ? 'Polygon' : 'LineString' })
    draw.on('drawstart', ({ feature }) => {
      source.clear()
      feature.getGeometry()?.on('change', ({ target }) => tell({ kind, value: sizeOf(target), line: null }))
    })
    draw.on('drawend', ({ feature }) => {
      if (kind === 'area') return
      const line = feature.getGeometry() as LineString
      tell({ kind, value: sizeOf(line), line: line.getCoordinates().map(([x = 0, y = 0]) => [x, y] as const) })
    })
    map.addInteraction(draw)
  }
  return {
    measure,
    /** Shows a place on what was drawn. */
    mark(at: Point | null): void {
      if (source.hasFeature(marker)) source.removeFeature(marker)
      if (!at) return
      marker.setGeometry(new PointGeometry([at[0], at[1]]))
      source.addFeature(marker)
    },
  }
}

/** The tool that is on, and what it measured last. */
export type Measuring = { kind: MeasureKind | null; measured: Measured | null }

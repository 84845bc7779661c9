import type { LineString, Polygon } from 'ol/geom.js'
import Draw from 'ol/interaction/Draw.js'
import VectorLayer from 'ol/layer/Vector.js'
import type OlMap from 'ol/Map.js'
import VectorSource from 'ol/source/Vector.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'

/** In units of the plane of the map, or their squares. */
export type Measured = { kind: 'length' | 'area'; value: number }

const ABOVE_ALL = 1000

/** Draws a line or an area, and tells its size while it grows; null ends it. */
export function createMeasure(map: OlMap) {
  const source = new VectorSource()
  const style = new Style({
    stroke: new Stroke({ color: '#ffffff', width: 3 }),
    fill: new Fill({ color: 'rgba(255,255,255,0.2)' }),
  })
  map.addLayer(new VectorLayer({ source, zIndex: ABOVE_ALL, style }))
  let draw: Draw | null = null
  return (kind: Measured['kind'] | null, tell: (measured: Measured) => void): void => {
    if (draw) map.removeInteraction(draw)
    draw = null
    source.clear()
    if (kind === null) return
    draw = new Draw({ source, type: kind === 'length' ? 'LineString' : 'Polygon' })
    draw.on('drawstart', ({ feature }) => {
      source.clear()
      feature.getGeometry()?.on('change', ({ target }) => {
        const value = kind === 'length' ? (target as LineString).getLength() : (target as Polygon).getArea()
        tell({ kind, value })
      })
    })
    map.addInteraction(draw)
  }
}

import Feature from 'ol/Feature.js'
import PointGeometry from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import Style from 'ol/style/Style.js'
import { metresAround } from '#imagery/flights/local-metres.ts'
import { MAP_MARKS } from '#web/lib/map-marks.ts'
import { textStyle } from '#web/lib/raster-map/text-style.ts'
import type { Ground } from './ground-photos.ts'

export type GroundPoint = { label: string; lon: number; lat: number }

const [DARK, LIGHT] = [MAP_MARKS.dark, MAP_MARKS.light]
const [ARM_PX, LABEL_BELOW_PX] = [7, 15]

/** Ground control points, as crosses with their labels. */
export function createPoints({ origin }: Ground) {
  const { toMetres } = metresAround(origin)
  const source = new VectorSource<Feature>()
  const layer = new VectorLayer({ source, zIndex: 12 })
  return {
    layer,
    show: (points: readonly GroundPoint[]): void => {
      source.clear()
      for (const { label, lon, lat } of points) {
        const { east, north } = toMetres({ lon, lat })
        const feature = new Feature(new PointGeometry([east, north]))
        feature.setStyle([CROSS, textStyle(label, { below: LABEL_BELOW_PX })])
        source.addFeature(feature)
      }
    },
  }
}

const CROSS = new Style({
  renderer: (at, { context, pixelRatio }) => {
    const [x = 0, y = 0] = at as number[]
    const arm = ARM_PX * pixelRatio
    context.beginPath()
    context.moveTo(x - arm, y)
    context.lineTo(x + arm, y)
    context.moveTo(x, y - arm)
    context.lineTo(x, y + arm)
    for (const [colour, pixels] of [
      [DARK, 5],
      [LIGHT, 2],
    ] as const) {
      context.strokeStyle = colour
      context.lineWidth = pixels * pixelRatio
      context.stroke()
    }
  },
})

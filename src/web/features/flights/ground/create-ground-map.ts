import { createEmpty, type Extent, extend } from 'ol/extent.js'
import Feature from 'ol/Feature.js'
import PointGeometry from 'ol/geom/Point.js'
import PolygonGeometry from 'ol/geom/Polygon.js'
import { defaults } from 'ol/interaction/defaults.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import VectorSource from 'ol/source/Vector.js'
import Circle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import View from 'ol/View.js'
import { MAP_MARKS } from '#web/lib/map-marks.ts'
import { createBusy } from '#web/lib/raster-map/busy.ts'
import { createDrawnLayer, type Drawer } from '#web/lib/raster-map/drawn-layer.ts'
import { PLANE } from '#web/lib/raster-map/map-frame.ts'
import type { GroundPaint } from './draw-ground.ts'
import { cornersOf, type Ground, nearestPhoto } from './ground-photos.ts'
import { createPoints } from './ground-points.ts'

type Options = {
  target: HTMLElement
  ground: Ground
  /** Draws this ground. */
  startDrawing: () => Drawer
  paint: GroundPaint
  onChoose: (name: string | null) => void
  onProblem: (error: unknown) => void
}

const [DARK, CHOSEN, FOUND] = [MAP_MARKS.dark, MAP_MARKS.chosen, '#d4493f']
const MARGIN_PX = 24
/** So far from the middle of a photo a click still means it. */
const REACH_PX = 24

/** The map of the photos of a flight, north up. */
export function createGroundMap({ target, ground, startDrawing, paint, onChoose, onProblem }: Options) {
  const view = new View({
    projection: PLANE,
    constrainResolution: false,
    showFullExtent: true,
    center: [0, 0],
    zoom: 0,
  })
  const interactions = defaults({ altShiftDragRotate: false, pinchRotate: false })
  const map = new OlMap({ target, view, controls: [], interactions, keyboardEventTarget: target })
  const busy = createBusy(target)
  const drawn = createDrawnLayer<GroundPaint>({
    paint,
    onProblem,
    onDrawing: (isDrawing) => busy('photos', isDrawing),
    start: startDrawing,
  })
  const [marks, points] = [createMarks(ground), createPoints(ground)]
  for (const layer of [drawn.layer, marks.layer, points.layer]) map.addLayer(layer)
  map.on('click', ({ coordinate: [x = 0, y = 0] }) => {
    const at = nearestPhoto(ground.photos, [x, y])
    const [east, north] = [ground.photos.east[at] ?? 0, ground.photos.north[at] ?? 0]
    const reach = Math.max((ground.photos.width[at] ?? 0) / 2, REACH_PX * (view.getResolution() ?? 1))
    onChoose(Math.hypot(east - x, north - y) <= reach ? (ground.names[at] ?? null) : null)
  })
  return {
    paint: drawn.paint,
    mark: marks.show,
    showPoints: points.show,
    zoom: (by: number): void => view.adjustZoom(by),
    fit(): void {
      map.updateSize()
      const padding = [MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX]
      view.fit(extentOf(ground), { size: map.getSize() ?? [1, 1], padding })
    },
    close(): void {
      map.setTarget(undefined)
      drawn.close()
      for (const { layer } of [marks, points]) layer.dispose()
      map.dispose()
    },
  }
}

export type GroundMapOnPage = ReturnType<typeof createGroundMap>

/** Of all photos with what they show; ten metres at least. */
function extentOf({ photos: { east, north, width, height } }: Ground): Extent {
  const extent = createEmpty()
  for (const [at, x] of east.entries()) {
    const [y, reach] = [north[at] ?? 0, Math.max(5, Math.hypot(width[at] ?? 0, height[at] ?? 0) / 2)]
    extend(extent, [x - reach, y - reach, x + reach, y + reach])
  }
  return extent
}

const outline = (color: string, width: number) => [
  new Style({ stroke: new Stroke({ color: DARK, width: width + 3 }) }),
  new Style({ stroke: new Stroke({ color, width }) }),
]
const dot = (color: string) =>
  new Style({
    image: new Circle({ radius: 6, fill: new Fill({ color }), stroke: new Stroke({ color: DARK, width: 2 }) }),
  })
const CHOSEN_OUTLINE = outline(CHOSEN, 3)
const [CHOSEN_DOT, FOUND_DOT] = [dot(CHOSEN), dot(FOUND)]

export type Marked = { chosen: string | null; found: readonly string[] }

/** Photos that stand out. */
function createMarks({ names, photos }: Ground) {
  const source = new VectorSource<Feature>()
  const layer = new VectorLayer({ source, zIndex: 11 })
  const indexOf = new Map(names.map((name, at) => [name, at]))
  const dotOf = (at: number, style: Style) => {
    const feature = new Feature(new PointGeometry([photos.east[at] ?? 0, photos.north[at] ?? 0]))
    feature.setStyle(style)
    return feature
  }
  return {
    layer,
    show: ({ chosen, found }: Marked): void => {
      source.clear()
      for (const name of found) {
        const at = indexOf.get(name)
        if (at !== undefined) source.addFeature(dotOf(at, FOUND_DOT))
      }
      const at = chosen === null ? undefined : indexOf.get(chosen)
      if (at === undefined) return
      const corners = cornersOf(photos, at)
      if (corners) {
        const feature = new Feature(new PolygonGeometry([corners]))
        feature.setStyle(CHOSEN_OUTLINE)
        source.addFeature(feature)
      }
      source.addFeature(dotOf(at, CHOSEN_DOT))
    },
  }
}

import Feature from 'ol/Feature.js'
import MultiPoint from 'ol/geom/MultiPoint.js'
import MultiPolygon from 'ol/geom/MultiPolygon.js'
import PolygonGeometry from 'ol/geom/Polygon.js'
import { defaults } from 'ol/interaction/defaults.js'
import VectorLayer from 'ol/layer/Vector.js'
import WebGLTileLayer from 'ol/layer/WebGLTile.js'
import OlMap from 'ol/Map.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import VectorSource from 'ol/source/Vector.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import type View from 'ol/View.js'
import { hullOf } from '#imagery/plots/hull.ts'
import { levelRotationOf } from '#imagery/plots/level-rotation.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import { MAP_MARKS } from '#web/lib/map-marks.ts'
import { createBusy } from '#web/lib/raster-map/busy.ts'
import { drawMapPicture } from '#web/lib/raster-map/draw-map-picture.ts'
import type { Point } from '#web/lib/raster-map/map-frame.ts'
import { createPhotoLayer, styleKeyOf, tilesKeyOf, variablesOf } from '#web/lib/raster-map/raster-layer.ts'
import type { FlightPhoto } from '../flight-map/use-flight-map.ts'
import { createGridLayer } from '../grid/grid-layer.ts'
import type { PlotIds } from '../workspace/selected-plots.ts'
import type { PhotoLayer } from './levels.ts'
import { type DrawnPlot, type PlotGround, planeOfPlots } from './plot-ground.ts'
import { createPlotIndex } from './plot-index.ts'
import { createPlotLabels } from './plot-labels.ts'
import { createPlotsLayer } from './plots-layer.ts'
import { createPlotSelection } from './select-plots.ts'
import type { SharedView } from './shared-view.ts'

export type Told = {
  /** The plot, and the place in the plane of the map. */
  onChoose: (plotId: string | null, at: Point) => void
  /** What is under the pointer. */
  onPoint: (plotId: string | null, at: Point | null) => void
  /** All in a box or an outline that was drawn. */
  onSelect: (plotIds: readonly string[]) => void
  onProblem: (error: unknown) => void
}
type Options = {
  target: HTMLElement
  view: View
  shared: Pick<SharedView, 'fitted'>
  /** Without one, plots lie on nothing. */
  photo: FlightPhoto | null
  plots: readonly DrawnPlot[]
  told: Told
}

const DARK = MAP_MARKS.dark
const markStyle = (color: string) => [
  new Style({ stroke: new Stroke({ color: DARK, width: 6 }) }),
  new Style({ stroke: new Stroke({ color, width: 3 }) }),
]
const CHOSEN = markStyle(MAP_MARKS.chosen)
const POINTED = markStyle(MAP_MARKS.light)
const SELECTED = [
  new Style({ stroke: new Stroke({ color: DARK, width: 4.5 }) }),
  new Style({ stroke: new Stroke({ color: MAP_MARKS.chosen, width: 2, lineDash: [6, 4] }) }),
]
/** From the top on clockwise, for what lies on the map: above and below plots, on a low one at their left, or over them. */
const MARGINS = { usual: [64, 56, 116, 24], low: [8, 52, 8, 252], small: [40, 48, 46, 8] }
const [LOW_PX, SMALL_PX] = [420, 640]
const TURN_MS = 200
const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** The map of a flight with its plots over it. The view may be that of another one, which then moves with it. */
export function createPhotoMap({ target, view, shared, photo, plots, told }: Options) {
  const interactions = defaults({ altShiftDragRotate: false, pinchRotate: false, shiftDragZoom: false })
  const map = new OlMap({ target, view, controls: [], interactions, keyboardEventTarget: target })
  const busy = createBusy(target)
  busy('tiles', true)
  map.on('loadstart', () => busy('tiles', true))
  map.on('rendercomplete', () => busy('tiles', false))
  const ground = groundOf(photo, plots)
  const plane = planeOfPlots(ground)
  // Not before a plot is pointed at.
  let index: ReturnType<typeof createPlotIndex> | undefined
  const drawn = createPlotsLayer(
    { plots, ground },
    { onDrawing: (isDrawing) => busy('plots', isDrawing), onProblem: told.onProblem },
  )
  const gridLayer = createGridLayer()
  const marks = createMarks(plots, plane.toPlane)
  const labels = createPlotLabels(map, plots, plane)
  for (const { layer } of [gridLayer, drawn, marks, labels]) map.addLayer(layer)
  const selectIn = createPlotSelection(map, { plots, toPlane: plane.toPlane, onSelect: told.onSelect })

  const rasters = photo && createRasters(map, photo, told.onProblem)
  const plotAt = (event: MapBrowserEvent): string | null =>
    plots[(index ??= createPlotIndex(plots))(plane.fromPlane(pointOf(event)))]?.plotId ?? null
  map.on('click', (event) => told.onChoose(plotAt(event), pointOf(event)))
  map.on('pointermove', (event) => {
    const plotId = event.dragging ? null : plotAt(event)
    target.style.cursor = plotId === null ? '' : 'pointer'
    told.onPoint(plotId, event.dragging ? null : pointOf(event))
  })
  const leave = () => told.onPoint(null, null)
  target.addEventListener('pointerleave', leave)

  const outlines = plots.map(({ rings }) => rings[0] ?? [])
  const corners = hullOf(outlines.flat()).map((corner) => [...plane.toPlane(corner)])
  const level = levelRotationOf(outlines, plane.toPlane)
  const rotationOf = (isNorthUp: boolean) => (isNorthUp ? (plane.rotation ?? 0) : level)
  const fit = keepFitted(map, { view, shared, corners })
  return {
    showLayers: (layers: readonly PhotoLayer[]): void => rasters?.show(layers),
    showGrid: gridLayer.show,
    /** Plots in the colours of their values; null leaves outlines. */
    paint: drawn.paint,
    mark: marks.show,
    select: marks.select,
    /** In the order of the plots; null for none. */
    label: labels.show,
    /** Selects what lies in an outline, in pixels of the map. */
    selectIn,
    /** All plots, turned at once. */
    show({ isNorthUp }: { isNorthUp: boolean }): void {
      view.setRotation(rotationOf(isNorthUp))
      map.updateSize()
      fit()
    },
    turn(isNorthUp: boolean): void {
      const rotation = rotationOf(isNorthUp)
      if (rotation !== view.getRotation()) view.animate({ rotation, duration: isStill() ? 0 : TURN_MS })
    },
    fit,
    /** Tells the scale and the turn, now and with each change, until what it returns is called. */
    onView(tell: (seen: { metresPerPixel: number; rotation: number }) => void): () => void {
      const now = () =>
        tell({
          metresPerPixel: (view.getResolution() ?? 1) * plane.metres,
          rotation: view.getRotation() - (plane.rotation ?? 0),
        })
      now()
      view.on(['change:resolution', 'change:rotation'], now)
      return () => view.un(['change:resolution', 'change:rotation'], now)
    },
    /** Asks again for what could not be read or drawn. */
    reload(): void {
      rasters?.reload()
      drawn.reload()
    },
    /** As it is seen now, with a scale bar. */
    drawPicture: (canvas: HTMLCanvasElement): void => drawMapPicture(canvas, map, plane),
    close(): void {
      target.removeEventListener('pointerleave', leave)
      map.setTarget(undefined)
      rasters?.show([])
      drawn.close()
      for (const { layer } of [gridLayer, marks, labels]) layer.dispose()
      map.dispose()
    },
  }
}

type Fitted = Pick<Options, 'view' | 'shared'> & { corners: number[][] }

/** Shows all plots when it is called, and as long as nobody has moved the map, also when panels or another map beside it open. */
function keepFitted(map: OlMap, { view, shared, corners }: Fitted): () => void {
  const fit = () => {
    const room = map.getSize() ?? [0, 0]
    const [width = 0, height = 0] = room
    const padding = MARGINS[height >= LOW_PX ? 'usual' : width >= SMALL_PX ? 'low' : 'small']
    if (corners.length === 0 || room.includes(0)) return
    view.fit(new MultiPoint(corners), { size: room, padding })
    shared.fitted = placeOf(view)
  }
  const fitAgain = () => (shared.fitted === placeOf(view) ? fit() : undefined)
  let size: number[] | undefined
  map.on('change:size', () => {
    const now = map.getSize()
    // On paper the map has no room, and its picture is drawn in the size that it had.
    if (!now || now.includes(0)) return size && map.setSize(size)
    size = now
    return fitAgain()
  })
  fitAgain()
  return fit
}

const placeOf = (view: View): string => JSON.stringify([view.getCenter(), view.getResolution()])

const pointOf = ({ coordinate: [x = 0, y = 0] }: MapBrowserEvent): Point => [x, y]

/** The photo, or else the place of the first plot. */
export const groundOf = (photo: FlightPhoto | null, plots: readonly DrawnPlot[]): PlotGround =>
  photo ? { map: photo.map, shift: photo.shift } : { zoneOf: plots[0]?.rings[0]?.[0] ?? [0, 0] }

/** Plots that stand out. They have a layer of their own, so that the others are not drawn again. */
function createMarks(plots: readonly DrawnPlot[], toPlane: (position: Position) => Position) {
  const source = new VectorSource<Feature<PolygonGeometry | MultiPolygon>>()
  const layer = new VectorLayer({ source, zIndex: 11 })
  const selection = new Feature<MultiPolygon>()
  selection.setStyle(SELECTED)
  let key = ''
  const ringsOf = (plot: DrawnPlot) => plot.rings.map((ring) => ring.map((corner) => [...toPlane(corner)]))
  const add = (plot: DrawnPlot, style: Style[]) => {
    const feature = new Feature(new PolygonGeometry(ringsOf(plot)))
    feature.setStyle(style)
    source.addFeature(feature)
  }
  return {
    layer,
    select: (plotIds: PlotIds): void => {
      const chosen = plotIds.size === 0 ? [] : plots.filter(({ plotId }) => plotIds.has(plotId))
      selection.setGeometry(chosen.length === 0 ? undefined : new MultiPolygon(chosen.map(ringsOf)))
    },
    show: ({ chosen, pointed }: { chosen: string | null; pointed: readonly string[] }): void => {
      const next = JSON.stringify([chosen, pointed])
      if (next === key) return
      key = next
      source.clear()
      source.addFeature(selection)
      for (const plot of plots.filter(({ plotId }) => plotId !== chosen && pointed.includes(plotId))) add(plot, POINTED)
      const plot = chosen !== null && plots.find(({ plotId }) => plotId === chosen)
      if (plot) add(plot, CHOSEN)
    },
  }
}

function createRasters(map: OlMap, photo: FlightPhoto, onProblem: Told['onProblem']) {
  let rasters: { key: string; layer: ReturnType<typeof createPhotoLayer> }[] = []
  return {
    /** From the lowest to the uppermost. Tiles of a layer stay while only its range changes. */
    show: (layers: readonly PhotoLayer[]): void => {
      const before = rasters
      rasters = layers.map((shown) => {
        const key = `${tilesKeyOf(photo.map, shown)} ${styleKeyOf(shown)}`
        const known = before.find((one) => one.key === key)
        if (known?.layer instanceof WebGLTileLayer) known.layer.updateStyleVariables(variablesOf(shown))
        return known ?? { key, layer: createPhotoLayer({ ...shown, ...photo }, onProblem) }
      })
      for (const old of before.filter((one) => !rasters.includes(one))) {
        map.removeLayer(old.layer)
        old.layer.dispose()
      }
      for (const [order, { layer }] of rasters.entries()) {
        layer.setZIndex(order)
        layer.setOpacity(layers[order]?.opacity ?? 1)
        if (!map.getLayers().getArray().includes(layer)) map.addLayer(layer)
      }
    },
    reload: (): void => {
      for (const { layer } of rasters) layer.getSource()?.refresh()
    },
  }
}

export type PhotoMapOnPage = ReturnType<typeof createPhotoMap>

import Feature from 'ol/Feature.js'
import PolygonGeometry from 'ol/geom/Polygon.js'
import { defaults } from 'ol/interaction/defaults.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import VectorSource from 'ol/source/Vector.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import type View from 'ol/View.js'
import type { Position } from '#imagery/plots/polygon.ts'
import type { Point } from '#web/lib/raster-map/map-frame.ts'
import {
  createRasterLayer,
  type RasterLook,
  styleKeyOf,
  tilesKeyOf,
  variablesOf,
} from '#web/lib/raster-map/raster-layer.ts'
import type { FlightPhoto } from '../flight-map/use-flight-map.ts'
import { createGridLayer } from '../grid/grid-layer.ts'
import { hatchPattern } from './hatch.ts'

type Photo = Pick<FlightPhoto, 'map' | 'copy'>

export type PhotoLayer = RasterLook & { opacity: number }
export type DrawnPlot = { plotId: string; rings: readonly (readonly Position[])[] }

type Told = {
  /** The plot, and the place in the plane of the map. */
  onChoose: (plotId: string | null, at: Point) => void
  /** What is under the pointer. */
  onPoint: (plotId: string | null, at: Point | null) => void
  onTileProblem: (error: unknown) => void
}
type Options = { target: HTMLElement; view: View; photo: Photo; plots: readonly DrawnPlot[]; told: Told }

/** Over photos of soil and canopy: white with a dark rim, in both themes. */
const DARK = '#152f4a'
const rim = new Stroke({ color: DARK, width: 2.5 })
const line = new Stroke({ color: '#ffffff', width: 1.25 })
const OUTLINE = [new Style({ stroke: rim, zIndex: 1 }), new Style({ stroke: line, zIndex: 1 })]
const chosenStyle = (color: string) => [
  new Style({ stroke: new Stroke({ color: DARK, width: 6 }), zIndex: 2 }),
  new Style({ stroke: new Stroke({ color, width: 3 }), zIndex: 2 }),
]
const CHOSEN = chosenStyle('#f0d77c')
const POINTED = chosenStyle('#ffffff')
const MARGIN_PX = 32

/** The map of a flight with its plots over it. The view may be that of another one, which then moves with it. */
export function createPhotoMap({ target, view, photo, plots, told }: Options) {
  const interactions = defaults({ altShiftDragRotate: false, pinchRotate: false })
  const map = new OlMap({ target, view, controls: [], interactions, keyboardEventTarget: target })
  const source = new VectorSource<Feature<PolygonGeometry>>({
    features: plots.map(({ plotId, rings }) => {
      const feature = new Feature(new PolygonGeometry(rings.map((ring) => ring.map(([x, y]) => [x, y]))))
      feature.setId(plotId)
      return feature
    }),
  })
  const fills = new Map<string, Style[]>()
  const hatch = hatchPattern()
  let marked = new Map<string, Style[]>()
  const outlines = new VectorLayer({
    source,
    style: (feature) => {
      const plotId = String(feature.getId())
      const mark = marked.get(plotId) ?? []
      return [...(fills.get(plotId) ?? OUTLINE), ...mark]
    },
    zIndex: 10,
  })
  const gridLayer = createGridLayer()
  map.addLayer(gridLayer.layer)
  map.addLayer(outlines)
  map.on('loadstart', () => target.setAttribute('aria-busy', 'true'))
  map.on('rendercomplete', () => target.setAttribute('aria-busy', 'false'))

  const rasters = createRasters(map, photo, told.onTileProblem)
  const plotAt = ({ coordinate }: MapBrowserEvent): string | null => {
    const [found] = source.getFeaturesAtCoordinate(coordinate)
    return found ? String(found.getId()) : null
  }
  map.on('click', (event) => told.onChoose(plotAt(event), pointOf(event)))
  map.on('pointermove', (event) => {
    const plotId = event.dragging ? null : plotAt(event)
    target.style.cursor = plotId === null ? '' : 'pointer'
    told.onPoint(plotId, event.dragging ? null : pointOf(event))
  })
  const leave = () => told.onPoint(null, null)
  target.addEventListener('pointerleave', leave)

  return {
    showLayers: rasters.show,
    showGrid: gridLayer.show,
    /** Each plot in its colour, or hatched without one; null leaves outlines. */
    paint(colours: ReadonlyMap<string, string | null> | null): void {
      fills.clear()
      for (const [plotId, colour] of colours ?? [])
        fills.set(plotId, [new Style({ fill: new Fill({ color: colour ?? hatch }), stroke: line })])
      source.changed()
    },
    mark({ chosen, pointed }: { chosen: string | null; pointed: string | null }): void {
      marked = new Map()
      if (pointed !== null) marked.set(pointed, POINTED)
      if (chosen !== null) marked.set(chosen, CHOSEN)
      source.changed()
    },
    /** Shows all plots. */
    fit(): void {
      map.updateSize()
      const padding = [MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX]
      const extent = source.getExtent()
      if (extent?.every(Number.isFinite)) view.fit(extent, { size: map.getSize() ?? [1, 1], padding })
    },
    /** Asks again for tiles that could not be read. */
    reload: rasters.reload,
    close(): void {
      target.removeEventListener('pointerleave', leave)
      map.setTarget(undefined)
      rasters.show([])
      outlines.dispose()
      gridLayer.layer.dispose()
      map.dispose()
    },
  }
}

const pointOf = ({ coordinate: [x = 0, y = 0] }: MapBrowserEvent): Point => [x, y]

function createRasters(map: OlMap, photo: Photo, onTileProblem: Told['onTileProblem']) {
  let rasters: { key: string; layer: ReturnType<typeof createRasterLayer> }[] = []
  return {
    /** From the lowest to the uppermost. Tiles of a layer stay while only its range changes. */
    show: (layers: readonly PhotoLayer[]): void => {
      const before = rasters
      rasters = layers.map((shown) => {
        const key = `${tilesKeyOf(photo.map, shown)} ${styleKeyOf(shown)}`
        const known = before.find((one) => one.key === key)
        known?.layer.updateStyleVariables(variablesOf(shown))
        return known ?? { key, layer: createRasterLayer({ ...shown, ...photo }, onTileProblem) }
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

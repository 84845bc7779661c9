import Feature from 'ol/Feature.js'
import MultiLineString from 'ol/geom/MultiLineString.js'
import MultiPolygon from 'ol/geom/MultiPolygon.js'
import { defaults } from 'ol/interaction/defaults.js'
import PointerInteraction from 'ol/interaction/Pointer.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import VectorSource from 'ol/source/Vector.js'
import type View from 'ol/View.js'
import { isInside } from '#imagery/plots/crossings.ts'
import { boxOf, type Position } from '#imagery/plots/polygon.ts'
import { createPhotoLayer } from '#web/lib/raster-map/raster-layer.ts'
import { type Grip, gripOfPlot } from './grips.ts'
import { closed, detailFeatures, gripFeatures, type ShownLayout } from './layout-features.ts'
import { OUTLINE, PREVIEW } from './layout-styles.ts'

type Told = {
  onClick: (at: Position, grip: Grip | null) => void
  /** `drag` tells one drag from the next. */
  onDrag: (grip: Grip, ends: { from: Position; to: Position; drag: number }) => void
  /** What a click there would draw. */
  outlineAt: (at: Position) => number[][][]
}

type Options = Told & {
  target: HTMLElement
  view: View
  raster: Parameters<typeof createPhotoLayer>[0]
  onTileProblem: (error: unknown) => void
}

const GRIP_REACH_PX = 16
const MARGIN_PX = 40

/** The photo of a flight with the plots over it. */
export function createLayoutMap({ target, view, raster, onTileProblem, onClick, onDrag, outlineAt }: Options) {
  const interactions = defaults({ altShiftDragRotate: false, pinchRotate: false, doubleClickZoom: false })
  const map = new OlMap({ target, view, controls: [], interactions, keyboardEventTarget: target })
  const outlines = new Feature<MultiPolygon>()
  outlines.setStyle(OUTLINE)
  const preview = new Feature<MultiLineString>()
  preview.setStyle(PREVIEW)
  const details = new VectorSource()
  const grips = new VectorSource()
  const photo = createPhotoLayer(raster, onTileProblem)
  const drawn = [new VectorSource({ features: [outlines, preview] }), details, grips]
  const layers = [photo, ...drawn.map((source) => new VectorLayer({ source }))]
  for (const layer of layers) map.addLayer(layer)
  map.on('loadstart', () => target.setAttribute('aria-busy', 'true'))
  map.on('rendercomplete', () => target.setAttribute('aria-busy', 'false'))
  let shown: ShownLayout = { plots: [], grips: [], chosen: null, withoutMargin: null, isDrawing: false }

  const gripAt = (at: Position): Grip | null => {
    if (shown.isDrawing) return null
    const reach = GRIP_REACH_PX * (view.getResolution() ?? 1)
    const near = shown.grips.find(([, place]) => Math.hypot(place[0] - at[0], place[1] - at[1]) <= reach)
    if (near) return near[0]
    const plot = shown.plots.find(({ ring }) => isInside(ring, at))
    return plot ? gripOfPlot(plot.key) : null
  }
  const drawDetails = () => {
    details.clear()
    const seen = { extent: view.calculateExtent(map.getSize()), resolution: view.getResolution() ?? 1 }
    details.addFeatures(detailFeatures(shown, seen))
  }
  // A plot is moved once it is chosen; otherwise the map is.
  const canMove = (grip: Grip | null) => grip !== null && (!grip.startsWith('plot') || grip === shown.chosen)
  map.addInteraction(dragging((at) => (canMove(gripAt(at)) ? gripAt(at) : null), onDrag))
  map.on('click', (event) => onClick(placeOf(event), gripAt(placeOf(event))))
  map.on('pointermove', (event) => {
    if (shown.isDrawing) preview.setGeometry(new MultiLineString(outlineAt(placeOf(event))))
    target.style.cursor = shown.isDrawing ? 'crosshair' : gripAt(placeOf(event)) ? 'pointer' : ''
  })
  map.on('moveend', drawDetails)

  return {
    show(next: ShownLayout): void {
      shown = next
      preview.setGeometry(undefined)
      outlines.setGeometry(new MultiPolygon(next.plots.map(({ ring }) => [closed(ring)])))
      grips.clear()
      grips.addFeatures(gripFeatures(next))
      drawDetails()
    },
    /** Shows all of these places. */
    fit(places: readonly Position[]): void {
      const { minX, minY, maxX, maxY } = boxOf([[places]])
      map.updateSize()
      const padding = [MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX]
      view.fit([minX, minY, maxX, maxY], { size: map.getSize() ?? [1, 1], padding })
    },
    /** Asks again for tiles that could not be read. */
    reload: (): void => photo.getSource()?.refresh(),
    close(): void {
      map.setTarget(undefined)
      for (const layer of layers) layer.dispose()
      map.dispose()
    },
  }
}

export type LayoutMap = ReturnType<typeof createLayoutMap>

const placeOf = ({ coordinate: [x = 0, y = 0] }: MapBrowserEvent): Position => [x, y]

function dragging(gripAt: (at: Position) => Grip | null, onDrag: Told['onDrag']): PointerInteraction {
  let held: { grip: Grip; at: Position; drag: number } | null = null
  let drags = 0
  return new PointerInteraction({
    handleDownEvent: (event) => {
      const at = placeOf(event)
      const grip = gripAt(at)
      drags += 1
      held = grip && { grip, at, drag: drags }
      return grip !== null
    },
    handleDragEvent: (event) => {
      if (!held) return
      const to = placeOf(event)
      onDrag(held.grip, { from: held.at, to, drag: held.drag })
      held = { ...held, at: to }
    },
  })
}

import View from 'ol/View.js'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { PLANE, type Point } from '#web/lib/raster-map/map-frame.ts'
import { useTileProblems } from '#web/lib/raster-map/use-tile-problems.ts'
import type { FlightPhoto } from '../flight-map/use-flight-map.ts'
import type { DrawnGrid } from '../grid/grid-layer.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import type { PlotIds } from '../workspace/selected-plots.ts'
import { createPhotoMap, groundOf, type PhotoMapOnPage, type Told } from './create-photo-map.ts'
import type { PlotPaint } from './draw-plots.ts'
import type { PhotoLayer } from './levels.ts'
import { planeOfPlots } from './plot-ground.ts'
import type { SharedView } from './shared-view.ts'

export type PhotoMapOptions = Omit<Told, 'onProblem'> & {
  /** Null shows the plots alone. */
  photo: FlightPhoto | null
  plots: readonly PlotOutline[]
  layers: readonly PhotoLayer[]
  /** Cells in colours; null for none. */
  grid?: DrawnGrid | null
  /** Null shows outlines. */
  paint: PlotPaint | null
  /** In the order of the plots; null for none. */
  labels: readonly string[] | null
  /** Or else turned so that the plots lie level. */
  isNorthUp: boolean
  chosen: string | null
  pointed: readonly string[]
  selected: PlotIds
  shared: SharedView
}

/** The map on the page. Maps with the same view, in the same plane, move together. */
export function usePhotoMap(options: PhotoMapOptions) {
  const {
    photo,
    plots,
    layers,
    grid = null,
    paint,
    labels,
    isNorthUp,
    chosen,
    pointed,
    selected,
    shared,
    ...told
  } = options
  const target = useRef<HTMLDivElement>(null)
  const [photoMap, setPhotoMap] = useState<PhotoMapOnPage | null>(null)
  const { hasProblem, attempt, onTileProblem, readAgain } = useTileProblems()
  const onChoose = useEffectEvent(told.onChoose)
  const onPoint = useEffectEvent(told.onPoint)
  const onSelect = useEffectEvent(told.onSelect)
  const startsNorthUp = useEffectEvent(() => isNorthUp)
  useEffect(() => {
    let created: PhotoMapOnPage | undefined
    const create = () => {
      if (!target.current) return
      const plane = { projection: PLANE, constrainResolution: false, constrainRotation: false, showFullExtent: true }
      const { view, isNew } = shared.open(planeOfPlots(groundOf(photo, plots)), () => new View(plane))
      created = createPhotoMap({
        target: target.current,
        view,
        shared,
        photo,
        plots,
        told: {
          onChoose: (...what) => onChoose(...what),
          onPoint: (...what) => onPoint(...what),
          onSelect: (...what) => onSelect(...what),
          onProblem: onTileProblem,
        },
      })
      if (isNew) created.show({ isNorthUp: startsNorthUp() })
      // Its layers come before its first frame, which would be complete without them.
      flushSync(() => setPhotoMap(created ?? null))
    }
    // A task of its own: what is around the map is drawn before.
    const frame = requestAnimationFrame(create)
    return () => {
      cancelAnimationFrame(frame)
      setPhotoMap(null)
      created?.close()
    }
  }, [photo, plots, shared, onTileProblem])
  useEffect(() => photoMap?.showLayers(layers), [photoMap, layers])
  useEffect(() => photoMap?.showGrid(grid), [photoMap, grid])
  useEffect(() => photoMap?.paint(paint), [photoMap, paint])
  useEffect(() => photoMap?.label(labels), [photoMap, labels])
  useEffect(() => photoMap?.turn(isNorthUp), [photoMap, isNorthUp])
  useEffect(() => photoMap?.mark({ chosen, pointed }), [photoMap, chosen, pointed])
  useEffect(() => photoMap?.select(selected), [photoMap, selected])
  useEffect(() => {
    if (attempt > 0) photoMap?.reload()
  }, [photoMap, attempt])
  return {
    target,
    hasProblem,
    readAgain,
    fit: () => photoMap?.fit(),
    selectIn: (outline: readonly Point[]) => photoMap?.selectIn(outline),
    drawPicture: photoMap?.drawPicture,
    seen: useSeen(photoMap),
  }
}

type Seen = { metresPerPixel: number; rotation: number }

/** The scale and the turn of the view, also while it moves. */
function useSeen(photoMap: PhotoMapOnPage | null): Seen | null {
  const [seen, setSeen] = useState<Seen | null>(null)
  useEffect(() => photoMap?.onView(setSeen), [photoMap])
  return seen
}

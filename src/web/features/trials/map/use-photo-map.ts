import View from 'ol/View.js'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { WGS84 } from '#imagery/rasters/crs.ts'
import { PLANE, type Point } from '#web/lib/raster-map/map-frame.ts'
import { useTileProblems } from '#web/lib/raster-map/use-tile-problems.ts'
import { planeOf } from '../flight-map/plane-of.ts'
import type { FlightPhoto } from '../flight-map/use-flight-map.ts'
import type { DrawnGrid } from '../grid/grid-layer.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import { createPhotoMap, type PhotoLayer, type PhotoMapOnPage } from './create-photo-map.ts'
import type { SharedView } from './shared-view.ts'

export type PhotoMapOptions = FlightPhoto & {
  plots: readonly PlotOutline[]
  layers: readonly PhotoLayer[]
  /** Cells in colours; null for none. */
  grid?: DrawnGrid | null
  /** In the order of the plots, null for no value; null shows outlines. */
  colours: readonly (string | null)[] | null
  chosen: string | null
  pointed: string | null
  shared: SharedView
  onChoose: (plotId: string | null, at: Point) => void
  onPoint: (plotId: string | null, at: Point | null) => void
}

/** The map on the page. Maps with the same view, in the same plane, move together. */
export function usePhotoMap(options: PhotoMapOptions) {
  const { map, copy, shift, plots, layers, grid = null, colours, chosen, pointed, shared, ...told } = options
  const target = useRef<HTMLDivElement>(null)
  const [photoMap, setPhotoMap] = useState<PhotoMapOnPage | null>(null)
  const { hasProblem, attempt, onTileProblem, readAgain } = useTileProblems()
  const { frame, drawn } = useMemo(() => {
    const plane = planeOf(map, WGS84, shift)
    const toPlane = plots.map(({ plotId, rings }) => ({ plotId, rings: rings.map((ring) => ring.map(plane.toPlane)) }))
    return { frame: plane.frame, drawn: toPlane }
  }, [map, shift, plots])
  const onChoose = useEffectEvent(told.onChoose)
  const onPoint = useEffectEvent(told.onPoint)
  useEffect(() => {
    if (!target.current) return undefined
    const plane = { projection: PLANE, constrainResolution: false, showFullExtent: true }
    const { view, isNew } = shared.open(frame, () => new View(plane))
    const created = createPhotoMap({
      target: target.current,
      view,
      photo: { map, copy },
      plots: drawn,
      told: { onChoose: (...what) => onChoose(...what), onPoint: (...what) => onPoint(...what), onTileProblem },
    })
    if (isNew) created.fit()
    setPhotoMap(created)
    return () => {
      setPhotoMap(null)
      created.close()
    }
  }, [map, copy, frame, drawn, shared, onTileProblem])
  useEffect(() => photoMap?.showLayers(layers), [photoMap, layers])
  useEffect(() => photoMap?.showGrid(grid), [photoMap, grid])
  useEffect(
    () => photoMap?.paint(colours && new Map(plots.map(({ plotId }, at) => [plotId, colours[at] ?? null]))),
    [photoMap, plots, colours],
  )
  useEffect(() => photoMap?.mark({ chosen, pointed }), [photoMap, chosen, pointed])
  useEffect(() => {
    if (attempt > 0) photoMap?.reload()
  }, [photoMap, attempt])
  return { target, hasProblem, readAgain, fit: () => photoMap?.fit() }
}

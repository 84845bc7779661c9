import View from 'ol/View.js'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { type MapFrame, PLANE } from '#web/lib/raster-map/map-frame.ts'
import type { MapState } from './layers/map-state.ts'

const MARGIN_PX = 24
const SETTLED_MS = 400

type Place = NonNullable<MapState['place']>
type Placing = { frame: MapFrame; place: Place | null; onMove: (place: Place) => void }

/** A view that begins at the place of the address, or with all of the map, and tells where people moved it. */
export function useViewPlace({ frame, place, onMove }: Placing) {
  const [view] = useState(
    () => new View({ projection: PLANE, constrainResolution: false, constrainRotation: false, showFullExtent: true }),
  )
  const [resolution, setResolution] = useState<number | null>(null)
  const [left, bottom, right, top] = frame.extent
  const fit = useCallback(() => {
    view.fit([left, bottom, right, top], { padding: [MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX] })
  }, [view, left, bottom, right, top])
  const tellMove = useEffectEvent(onMove)
  const begin = useEffectEvent((showAll: () => void) => {
    view.setRotation(frame.rotation ?? 0)
    if (place) {
      view.setCenter([place.x, place.y])
      view.setResolution(place.resolution)
    } else showAll()
  })
  // When the map has its size.
  useEffect(() => {
    const request = requestAnimationFrame(() => begin(fit))
    return () => cancelAnimationFrame(request)
  }, [fit])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      setResolution(view.getResolution() ?? null)
      clearTimeout(timer)
      timer = setTimeout(() => {
        const [x = 0, y = 0] = view.getCenter() ?? []
        const now = view.getResolution()
        if (now) tellMove({ x, y, resolution: now })
      }, SETTLED_MS)
    }
    view.on(['change:center', 'change:resolution'], tell)
    return () => {
      clearTimeout(timer)
      view.un(['change:center', 'change:resolution'], tell)
    }
  }, [view])
  return { view, resolution, fit }
}

import type View from 'ol/View.js'
import type { MapFrame } from '#web/lib/raster-map/map-frame.ts'

/** The view of all maps of a screen that lie in one plane: they move together. The first map makes it. */
export function createSharedView() {
  let view: View | null = null
  let plane: string | null = null
  return {
    /** `isNew` in a plane that the view did not show before. */
    open({ key, rotation }: Pick<MapFrame, 'key' | 'rotation'>, make: () => View): { view: View; isNew: boolean } {
      const isNew = view === null || plane !== key
      const shown = view === null || isNew ? make() : view
      if (isNew) shown.setRotation(rotation ?? 0)
      view = shown
      plane = key
      return { view: shown, isNew }
    },
    zoom: (by: number): void => view?.adjustZoom(by),
  }
}

export type SharedView = ReturnType<typeof createSharedView>

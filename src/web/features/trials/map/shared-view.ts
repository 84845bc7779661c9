import type View from 'ol/View.js'
import type { MapFrame } from '#web/lib/raster-map/map-frame.ts'

/** The view of all maps of a screen that lie in one plane: they move together. The first map makes it. */
export function createSharedView() {
  let shown: { view: View; plane: string } | null = null
  return {
    /** Where it was put to show all plots; while it is there, nobody has moved it. */
    fitted: '',
    /** `isNew` in a plane that the view did not show before. */
    open({ key }: Pick<MapFrame, 'key'>, make: () => View): { view: View; isNew: boolean } {
      if (shown?.plane === key) return { view: shown.view, isNew: false }
      shown = { view: make(), plane: key }
      return { view: shown.view, isNew: true }
    },
    zoom: (by: number): void => shown?.view.adjustZoom(by),
  }
}

export type SharedView = ReturnType<typeof createSharedView>

import { shiftKeyOnly } from 'ol/events/condition.js'
import DragBox from 'ol/interaction/DragBox.js'
import type OlMap from 'ol/Map.js'
import { isInside } from '#imagery/plots/crossings.ts'
import { middleOf } from '#imagery/plots/layout.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import type { Point } from '#web/lib/raster-map/map-frame.ts'
import type { DrawnPlot } from './plot-ground.ts'

type Of = {
  plots: readonly DrawnPlot[]
  toPlane: (position: Position) => Position
  onSelect: (plotIds: readonly string[]) => void
}

/** Selects plots whose middle lies in a box that is drawn with Shift, or in an outline. */
export function createPlotSelection(map: OlMap, { plots, toPlane, onSelect }: Of) {
  const selectIn = (outline: readonly (readonly number[])[]): void => {
    const ring = outline.map(([x = 0, y = 0]): Position => [x, y])
    const inside = plots.filter(({ rings: [corners = []] }) => isInside(ring, toPlane(middleOf(corners))))
    onSelect(inside.map(({ plotId }) => plotId))
  }
  const box = new DragBox({ condition: shiftKeyOnly, className: 'plot-box' })
  box.on('boxend', () => selectIn(box.getGeometry().getCoordinates()[0] ?? []))
  map.addInteraction(box)
  /** In pixels of the map. */
  return (outline: readonly Point[]): void => selectIn(outline.map((corner) => map.getCoordinateFromPixel([...corner])))
}

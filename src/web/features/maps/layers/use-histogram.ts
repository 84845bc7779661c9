import { useEffect, useEffectEvent, useState } from 'react'
import type { Range } from '#imagery/rasters/look.ts'
import { valueOf } from '#imagery/rasters/look.ts'
import type { MapController, ShownLayer } from '../map-controller.ts'
import { valuesText } from '../measuring/map-readout.tsx'
import { BINS } from './legend.tsx'

const NOTHING: readonly number[] = Array.from({ length: BINS }, () => 0)

/** How the values on the screen are spread over an extent, and what is in its middle; known again when the map was drawn. */
export function useHistogram(controller: MapController | null, layer: ShownLayer | undefined, [min, max]: Range) {
  const [histogram, setHistogram] = useState(NOTHING)
  const [centre, setCentre] = useState<readonly string[]>([])
  const count = useEffectEvent(() => {
    if (!controller || !layer) return
    const middle = controller.dataAt(
      layer.map.mapId,
      controller.size().map((side) => side / 2),
    )
    const texts = middle ? valuesText(layer, middle) : []
    setCentre((before) => (before.join() === texts.join() ? before : texts))
    if (layer.look.mode === 'colours') return
    const bins = Array.from(NOTHING)
    for (const data of controller.samples(layer.map.mapId)) {
      const value = valueOf(layer.map, layer.look, data)
      const bin = value === undefined ? -1 : Math.floor(((value - min) / (max - min)) * BINS)
      if (bin >= 0 && bin < BINS) bins[bin] = (bins[bin] ?? 0) + 1
    }
    setHistogram((before) => (before.join() === bins.join() ? before : bins))
  })
  useEffect(() => controller?.onRendered(count), [controller])
  return { histogram, centre }
}

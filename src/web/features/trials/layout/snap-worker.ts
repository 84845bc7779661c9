import type { PlantMap } from '#imagery/plots/plant-map.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import { snapPlots } from '#imagery/plots/snap.ts'

export type SnapOrder = { rings: readonly (readonly Position[])[]; cover: PlantMap }

/** To the page, which is the only listener: a worker has no origins to choose from. */
self.addEventListener('message', ({ data: { rings, cover } }: MessageEvent<SnapOrder>) => {
  self.postMessage(snapPlots(rings, cover), { transfer: [] })
})

import { useEffect, useRef, useState } from 'react'
import { WGS84 } from '#imagery/rasters/crs.ts'
import { PREVIEW_BANDS } from '#imagery/traits/measure/preview-cover.ts'
import { startWorker } from '#web/lib/start-worker.ts'
import { planeOf } from '../flight-map/plane-of.ts'
import { aroundPlots, readAround } from '../flight-map/read-around.ts'
import type { FlightPhoto } from '../flight-map/use-flight-map.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import type { PlantSettings } from './plant-settings.ts'
import type { WhatIfOrder, WhatIfReport } from './what-if-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './what-if-worker.ts?worker&url'

/** Across the width of a plot: plants and soil share few pixels then. */
const PIXELS_ACROSS = 60

/** The cover that plots would have on a photo, from its copy for viewing; null until it is known. The latest settings count. */
export function useWhatIf(photo: FlightPhoto | undefined, plots: readonly PlotOutline[], settings: PlantSettings) {
  const [worker, setWorker] = useState<{ ask: (settings: PlantSettings) => void } | null>(null)
  const [cover, setCover] = useState<Float64Array | null>(null)
  const [error, setError] = useState<unknown>(null)
  const turn = useRef(0)
  useEffect(() => {
    if (!photo) return undefined
    const stop = new AbortController()
    const started = startWorker(workerAddress)
    const send = (order: WhatIfOrder, transfer: Transferable[] = []) => started.postMessage(order, { transfer })
    const { frame, toPlane } = planeOf(photo.map, WGS84, photo.shift)
    started.addEventListener('message', ({ data }: MessageEvent<WhatIfReport>) => {
      if (data.turn === turn.current) setCover(data.cover)
    })
    started.addEventListener('error', (event) => setError(new Error(event.message)))
    const prepare = async () => {
      const rings = plots.map((plot) => (plot.rings[0] ?? []).map(toPlane))
      const part = aroundPlots(photo, rings, PIXELS_ACROSS)
      const { columns, rows, place } = part
      const { isPicture, bands: all } = photo.map
      const roles = PREVIEW_BANDS.filter((role) => (isPicture ? role !== 'nir' : all.includes(role)))
      const step = roles.length + 1
      const count = columns * rows * step
      const samples = isPicture ? new Uint8ClampedArray(count) : new Float32Array(count)
      await readAround(photo, part, {
        signal: stop.signal,
        bands: roles.map((role) => all.indexOf(role)),
        take: (tile, from, cell) => {
          for (let band = 0; band < step; band += 1) samples[cell * step + band] = tile[from + band] ?? 0
        },
      })
      send({ picture: { ...place, columns, rows, samples, roles }, rings }, [samples.buffer])
      setWorker({
        ask: (next) => {
          turn.current += 1
          const { bufferMetres, ...rest } = next
          send({ settings: { ...rest, buffer: bufferMetres / (frame.metres ?? 1) }, turn: turn.current })
        },
      })
    }
    prepare().catch((problem: unknown) => {
      if (!stop.signal.aborted) setError(problem)
    })
    return () => {
      stop.abort()
      started.terminate()
      setWorker(null)
      setCover(null)
      setError(null)
    }
  }, [photo, plots])
  const { method, threshold, bufferMetres } = settings
  useEffect(() => worker?.ask({ method, threshold, bufferMetres }), [worker, method, threshold, bufferMetres])
  return { cover, error }
}

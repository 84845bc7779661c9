import { useEffect, useRef, useState } from 'react'
import { startWorker } from '#web/lib/start-worker.ts'
import { readPicture } from '../flight-map/read-picture.ts'
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
    started.addEventListener('message', ({ data }: MessageEvent<WhatIfReport>) => {
      if (data.turn === turn.current) setCover(data.cover)
    })
    started.addEventListener('error', (event) => setError(new Error(event.message)))
    const prepare = async () => {
      const options = { pixelsAcross: PIXELS_ACROSS, signal: stop.signal }
      const { picture, rings, unitMetres } = await readPicture(photo, plots, options)
      send({ picture, rings }, [picture.samples.buffer])
      setWorker({
        ask: (next) => {
          turn.current += 1
          const { bufferMetres, ...rest } = next
          send({ settings: { ...rest, buffer: bufferMetres / unitMetres }, turn: turn.current })
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

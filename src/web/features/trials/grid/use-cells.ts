import { useEffect, useMemo, useState } from 'react'
import { startWorker } from '#web/lib/start-worker.ts'
import type { FlightPhoto } from '../flight-map/use-flight-map.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import type { CellMessage, CellReport } from './cell-means-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './cell-means-worker.ts?worker&url'
import type { CellValue } from './cells-of-trait.ts'
import { type Cells, gridOver, sendTiles } from './read-cells.ts'

type State = { cells: Cells | null; share: number; error: unknown }

/** `share` of the photo has been read, from 0 to 1. */
export function useCells(
  photo: FlightPhoto,
  plots: readonly PlotOutline[],
  { value, metres }: { value: CellValue | null; metres: number },
) {
  const [{ cells, share, error }, setState] = useState<State>(NOTHING)
  const planned = useMemo(() => value && gridOver(photo, plots, metres), [value, photo, plots, metres])
  useEffect(() => {
    if (!value || !planned || typeof planned === 'string') return undefined
    const { grid, rings, part } = planned
    const stop = new AbortController()
    const worker = startWorker(workerAddress)
    worker.addEventListener('message', ({ data }: MessageEvent<CellReport>) =>
      setState({ cells: { ...data, grid }, share: 1, error: null }),
    )
    const fail = (problem: unknown) => {
      if (!stop.signal.aborted) setState({ cells: null, share: 1, error: problem })
    }
    worker.addEventListener('error', ({ message }) => fail(new Error(message)))
    sendTiles(photo, {
      value,
      grid,
      rings,
      part,
      signal: stop.signal,
      send: (message: CellMessage, transfer = []) => worker.postMessage(message, { transfer }),
      onTile: (done) => setState((before) => ({ ...before, share: done / part.tiles.length })),
    }).catch(fail)
    return () => {
      stop.abort()
      worker.terminate()
      setState(NOTHING)
    }
  }, [photo, value, planned])
  return { cells, share, error, problem: typeof planned === 'string' ? planned : undefined }
}

const NOTHING: State = { cells: null, share: 0, error: null }

import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FlightPhoto } from '#domain/flights.ts'
import { startWorker } from '#web/lib/start-worker.ts'
import type { Ground } from '../ground/ground-photos.ts'
import type { Asked, CheckedFlight, CheckOrder, CheckReport } from './check-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './check-worker.ts?worker&url'

type FlightCheckState = {
  /** From 0 to 1, while photos are looked at. */
  fraction: number
  flight: CheckedFlight | null
  ground: Ground | null
  /** Once they were wanted. */
  photos: readonly FlightPhoto[] | null
  /** Why nothing can be said. */
  reason: string | null
  /** A person stopped it. */
  isStopped: boolean
}

const BEGINNING: FlightCheckState = {
  fraction: 0,
  flight: null,
  ground: null,
  photos: null,
  reason: null,
  isStopped: false,
}
const FAILED = 'The photos could not be looked at in this browser. They are looked at again once they have arrived.'

const send = (worker: Worker, order: CheckOrder, transfer: Transferable[] = []): void =>
  worker.postMessage(order, { transfer })

type PictureTold = (picture: ImageBitmap | null, name: string) => void

/** Looks at the photos of a chosen file, beside everything else. Another file needs another component. */
export function useFlightCheck(file: File, asked: Asked) {
  const [state, setState] = useState(BEGINNING)
  const running = useRef<Worker>(undefined)
  const onPicture = useRef<PictureTold>(undefined)
  const areWanted = useRef(false)
  const askedNow = useEffectEvent(() => asked)
  useEffect(() => {
    const worker = startWorker(workerAddress)
    running.current = worker
    const rows: FlightPhoto[] = []
    const hear = ({ data }: MessageEvent<CheckReport>) => {
      if ('picture' in data) onPicture.current?.(data.picture, data.name)
      else if ('rows' in data) {
        rows.push(...data.rows)
        if (data.areAll) setState((before) => ({ ...before, photos: rows }))
      } else setState((before) => ({ ...before, ...data }))
    }
    worker.addEventListener('message', hear)
    worker.addEventListener('error', () => setState((before) => ({ ...before, reason: FAILED })))
    send(worker, { file, asked: askedNow() })
    return () => worker.terminate()
  }, [file])
  const { outputs, answers } = asked
  const isLooking = state.flight === null
  useEffect(() => {
    if (!isLooking && running.current) send(running.current, { asked: { outputs, answers } })
  }, [outputs, answers, isLooking])
  return {
    ...state,
    stop: () => {
      running.current?.terminate()
      setState({ ...BEGINNING, isStopped: true })
    },
    wantPhotos: () => {
      if (!areWanted.current && running.current) send(running.current, { rows: true })
      areWanted.current = true
    },
    /** Asks for the whole photo. */
    loadPicture: useCallback(
      (name: string): Promise<ImageBitmap | null> =>
        new Promise((resolve) => {
          onPicture.current = (picture, its) => (its === name ? resolve(picture) : picture?.close())
          if (running.current) send(running.current, { picture: name })
        }),
      [],
    ),
    /** Pictures of the ground come from the worker that holds the photos. */
    startDrawing: useCallback((): MessagePort => {
      const { port1, port2 } = new MessageChannel()
      if (running.current) send(running.current, { port: port2 }, [port2])
      return port1
    }, []),
  }
}

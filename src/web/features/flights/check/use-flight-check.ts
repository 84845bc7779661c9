import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Flight, FlightPhoto } from '#domain/flights.ts'
import { startWorker } from '#web/lib/start-worker.ts'
import type { Thumbnails } from '../ground/thumbnails.ts'
import type { Asked, CheckOrder, CheckReport } from './check-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './check-worker.ts?worker&url'

export type FlightCheckState = {
  /** From 0 to 1, while photos are looked at. */
  fraction: number
  flight: Flight | null
  photos: readonly FlightPhoto[]
  thumbnails: Thumbnails | null
  /** Why nothing can be said. */
  reason: string | null
  /** A person stopped it. */
  isStopped: boolean
}

const BEGINNING: FlightCheckState = {
  fraction: 0,
  flight: null,
  photos: [],
  thumbnails: null,
  reason: null,
  isStopped: false,
}
const FAILED = 'The photos could not be looked at in this browser. They are looked at again once they have arrived.'

const send = (worker: Worker, order: CheckOrder): void => worker.postMessage(order, { transfer: [] })

type PictureTold = (picture: ImageBitmap | null, name: string) => void

/** Looks at the photos of a chosen file, beside everything else. Another file needs another component. */
export function useFlightCheck(file: File, asked: Asked) {
  const [state, setState] = useState(BEGINNING)
  const running = useRef<Worker>(undefined)
  const onPicture = useRef<PictureTold>(undefined)
  const askedNow = useEffectEvent(() => asked)
  useEffect(() => {
    const worker = startWorker(workerAddress)
    running.current = worker
    worker.addEventListener('message', ({ data }: MessageEvent<CheckReport>) => {
      if ('picture' in data) onPicture.current?.(data.picture, data.name)
      else setState((before) => ({ ...before, ...data }))
    })
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
    /** Asks for the whole photo. */
    loadPicture: useCallback(
      (name: string): Promise<ImageBitmap | null> =>
        new Promise((resolve) => {
          onPicture.current = (picture, its) => (its === name ? resolve(picture) : picture?.close())
          if (running.current) send(running.current, { picture: name })
        }),
      [],
    ),
  }
}

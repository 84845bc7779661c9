import { useEffect, useRef, useState } from 'react'

/** Work that a button starts, and stops when it is pressed again. It ends with the screen. */
export function useStoppable(work: (signal: AbortSignal) => Promise<void>, explain: (error: unknown) => string) {
  const [failure, setFailure] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])
  const run = async () => {
    const stop = new AbortController()
    stopping.current = stop
    setFailure(undefined)
    setRunning(true)
    try {
      await work(stop.signal)
    } catch (error) {
      if (!stop.signal.aborted) setFailure(explain(error))
    } finally {
      setRunning(false)
    }
  }
  return { failure, isRunning, press: () => (isRunning ? stopping.current?.abort() : void run()) }
}

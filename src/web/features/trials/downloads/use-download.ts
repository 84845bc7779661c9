import { useEffect, useRef, useState } from 'react'
import { saveFile } from '#web/ui/list/save-file.ts'
import { problemOf } from '../messages.ts'

/** A file that the server makes when it is asked for. Pressed again, it stops. */
export function useDownload(load: (signal: AbortSignal) => Promise<Blob>, fileName: string) {
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
      saveFile(await load(stop.signal), fileName)
    } catch (error) {
      if (!stop.signal.aborted) setFailure(problemOf(error))
    } finally {
      setRunning(false)
    }
  }
  return { failure, isRunning, press: () => (isRunning ? stopping.current?.abort() : void run()) }
}

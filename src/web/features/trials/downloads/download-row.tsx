import { useEffect, useRef, useState } from 'react'
import { saveFile } from '#web/ui/save-file.ts'
import { problemOf } from '../messages.ts'
import { FileButton, FileRow } from './file-row.tsx'

type DownloadRowProps = {
  name: string
  about: string
  fileName: string
  load: (signal: AbortSignal) => Promise<Blob>
}

/** A file that the server makes when it is asked for. It can be stopped. */
export function DownloadRow({ name, about, fileName, load }: DownloadRowProps) {
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
  const button = (
    <FileButton
      verb={isRunning ? 'Stop' : 'Download'}
      name={name}
      onPress={() => (isRunning ? stopping.current?.abort() : void run())}
    />
  )
  return <FileRow name={name} about={about} problem={failure} button={button} />
}

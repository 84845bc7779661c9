import { Download, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { problemOf } from '../messages.ts'

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
  const Icon = isRunning ? Square : Download
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 max-w-prose">
        <h3 className="font-semibold">{name}</h3>
        <p className="text-sm text-muted">{about}</p>
        {failure !== undefined && (
          <p role="alert" className="mt-1 text-sm text-danger">
            {failure}
          </p>
        )}
      </div>
      {/* One button for both, so that the focus stays on it. */}
      <Button
        size="small"
        variant="secondary"
        aria-label={isRunning ? `Stop ${name}` : `Download ${name}`}
        onClick={() => (isRunning ? stopping.current?.abort() : void run())}
      >
        <Icon aria-hidden className="size-4" />
        {isRunning ? 'Stop' : 'Download'}
      </Button>
    </li>
  )
}

import { useState } from 'react'
import type { WantedFlightFile } from '#contract/flight-files.ts'
import { formatBytes } from '#domain/units.ts'
import { queueText } from '#web/lib/queue-text.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { problemOf } from '../messages.ts'
import { isUnderWay } from '../trial-queries.ts'
import { FileButton, FileRow } from './file-row.tsx'
import { useCancelFlightFile, useFlightFile, useMakeFlightFile } from './flight-file-queries.ts'

type FlightFileRowProps = { name: string; about: string; wanted: WantedFlightFile }

/** A file that takes the server a while to make, and that can be downloaded as often as it is needed then. */
export function FlightFileRow({ name, about, wanted }: FlightFileRowProps) {
  const { data, error, isFetching, refetch } = useFlightFile(wanted)
  const make = useMakeFlightFile()
  const cancel = useCancelFlightFile()
  const [failure, setFailure] = useState<string>()
  const isRunning = data && isUnderWay(data.state)
  const isReady = data?.state === 'READY'
  const download = async () => {
    // The address may be older than an hour.
    const { data: now } = await refetch()
    if (!now?.url) return
    const link = document.createElement('a')
    link.href = now.url
    link.click()
  }
  const press = () => {
    setFailure(undefined)
    const change = { onError: (problem: unknown) => setFailure(problemOf(problem)) }
    if (isReady) void download()
    else if (isRunning) cancel.mutate(wanted, change)
    else make.mutate(wanted, change)
  }
  const problem = failure ?? (error ? problemOf(error) : undefined) ?? data?.reason ?? undefined
  const verb = isReady ? 'Download' : isRunning ? 'Stop' : 'Make'
  return (
    <FileRow
      name={name}
      about={about}
      size={data?.bytes == null ? undefined : formatBytes(data.bytes)}
      problem={problem}
      button={<FileButton verb={verb} name={name} disabled={!data && isFetching} onPress={press} />}
    >
      {data?.state === 'QUEUED' && <p className="text-sm text-muted">{queueText(data.ahead)}</p>}
      {isRunning && <ProgressBar percent={100 * data.fraction} label={`Making ${name}`} />}
    </FileRow>
  )
}

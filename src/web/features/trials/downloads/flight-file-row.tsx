import { Download, Hammer, Square } from 'lucide-react'
import { useState } from 'react'
import type { WantedFlightFile } from '#contract/flight-files.ts'
import { formatBytes } from '#domain/units.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { problemOf } from '../messages.ts'
import { useCancelFlightFile, useFlightFile, useMakeFlightFile } from './flight-file-queries.ts'

type FlightFileRowProps = { name: string; about: string; wanted: WantedFlightFile }

/** A file that takes the server a while to make, and that can be downloaded as often as it is needed then. */
export function FlightFileRow({ name, about, wanted }: FlightFileRowProps) {
  const { data, error, isFetching, refetch } = useFlightFile(wanted)
  const make = useMakeFlightFile()
  const cancel = useCancelFlightFile()
  const [failure, setFailure] = useState<string>()
  const isRunning = data?.state === 'QUEUED' || data?.state === 'RUNNING'
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
  const [Icon, verb] = isReady
    ? ([Download, 'Download'] as const)
    : isRunning
      ? ([Square, 'Stop'] as const)
      : ([Hammer, 'Make'] as const)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 max-w-prose grow basis-80">
        <h4 className="font-semibold">
          {name}
          {data?.bytes != null && <span className="font-normal text-muted"> {formatBytes(data.bytes)}</span>}
        </h4>
        <p className="text-sm text-muted">{about}</p>
        {isRunning && <ProgressBar percent={100 * data.fraction} label={`Making ${name}`} />}
        {problem !== undefined && (
          <p role="alert" className="mt-1 text-sm text-danger">
            {problem}
          </p>
        )}
      </div>
      {/* One button for all, so that the focus stays on it. */}
      <Button
        size="small"
        variant="secondary"
        aria-label={`${verb} ${name}`}
        disabled={!data && isFetching}
        onClick={press}
      >
        <Icon aria-hidden className="size-4" />
        {verb}
      </Button>
    </li>
  )
}

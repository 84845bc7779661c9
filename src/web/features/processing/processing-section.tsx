import { Columns2 } from 'lucide-react'
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { RunItem } from '#contract/processing.ts'
import { hasEnded } from '#domain/processing.ts'
import { problemOf } from '#web/lib/api.ts'
import { useListState } from '#web/lib/back-link.tsx'
import { useMaps } from '#web/lib/raster-map/use-maps.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { AutomaticPreview } from './automatic-preview.tsx'
import { endsSince } from './end-words.ts'
import { comparedMaps, comparedRuns } from './run-figures.ts'
import { RunDetails } from './run-item.tsx'
import type { ProductFileProps } from './run-products.tsx'
import { refreshRuns, useEngines, useRuns } from './run-queries.ts'
import { StartRun } from './start-run.tsx'

type ProcessingSectionProps = {
  analysisRequestId: string
  /** Shows and opens a file as the report does. */
  ProductFile: ComponentType<ProductFileProps>
  /** The map of the request with its products. */
  mapPath: string
  onAttached: () => void
}

/** Maps of the newest archive of a request: staff start engines, follow them, and look at what they made. */
export function ProcessingSection({ analysisRequestId, mapPath, ...shown }: ProcessingSectionProps) {
  const engines = useEngines(analysisRequestId)
  const runs = useRuns(analysisRequestId)
  useRefreshAtEnds(analysisRequestId, runs.data)
  if (engines.isPending || runs.isPending) return <Loading />
  const failed = [engines, runs].find(({ data }) => data === undefined)
  if (failed || !engines.data || !runs.data)
    return (
      <LoadFailed
        title="Failed to load processing"
        trying={engines.isFetching || runs.isFetching}
        onTryAgain={() => {
          void engines.refetch()
          void runs.refetch()
        }}
      >
        {problemOf(failed?.error)}
      </LoadFailed>
    )
  return (
    <div className="@container flex min-w-0 flex-col gap-6">
      <RunEnds runs={runs.data} />
      <StartRun analysisRequestId={analysisRequestId} engines={engines.data} />
      <AutomaticPreview analysisRequestId={analysisRequestId} />
      {runs.data.length === 0 ? (
        <p className="text-sm text-muted">No run yet.</p>
      ) : (
        <ul aria-label="Runs" className="divide-y divide-line border-y border-line">
          {runs.data.map((run, at) => (
            <li key={run.runId}>
              <RunDetails
                {...{ analysisRequestId, run, ...shown }}
                engine={engines.data.find(({ engine }) => engine === run.engine)}
                now={runs.dataUpdatedAt}
                isOpen={at === 0 || !hasEnded(run.state)}
              />
            </li>
          ))}
        </ul>
      )}
      <CompareRuns {...{ analysisRequestId, mapPath }} runs={runs.data} />
    </div>
  )
}

type CompareRunsProps = { analysisRequestId: string; mapPath: string; runs: readonly RunItem[] }

/** To the map, with the two newest runs that have something to be compared. */
function CompareRuns({ analysisRequestId, mapPath, runs }: CompareRunsProps) {
  const { data: maps } = useMaps({ analysisRequestId, withProducts: 'true' })
  const state = useListState()
  const [right, left] = comparedRuns(runs)
  if (!left || !right) return null
  const [pair] = comparedMaps({ left, right, maps: maps ?? [] })
  const shown = Object.entries({ ...pair?.shown, tab: 'runs' }).filter(([, value]) => value !== null)
  return (
    <Link
      to={`${mapPath}&${new URLSearchParams(Object.fromEntries(shown) as Record<string, string>)}`}
      state={state}
      className={classNames(buttonClasses({ variant: 'secondary', size: 'small' }), 'self-start')}
    >
      <Columns2 aria-hidden className="size-4" />
      Compare two runs
    </Link>
  )
}

const Loading = () => (
  <div className="flex flex-col gap-4">
    <span className="sr-only">Loading processing...</span>
    <Skeleton className="h-32 w-full" />
    <Skeleton className="h-10 w-2/5" />
    <Skeleton className="h-14 w-full" />
  </div>
)

/** A run that ends frees its engine, changes the estimate, and may have made maps. */
function useRefreshAtEnds(analysisRequestId: string, runs: readonly RunItem[] | undefined) {
  const known = useRef<number>(undefined)
  const onEnd = useEffectEvent(() => void refreshRuns(analysisRequestId))
  const ended = runs?.filter(({ state }) => hasEnded(state)).length
  useEffect(() => {
    if (known.current !== undefined && ended !== known.current) onEnd()
    known.current = ended
  }, [ended])
}

/** Says to screen readers, once, which runs have ended since the section was shown. */
function RunEnds({ runs }: { runs: readonly RunItem[] }) {
  const [seen, setSeen] = useState(runs)
  const [said, setSaid] = useState('')
  if (seen !== runs) {
    setSeen(runs)
    const ends = endsSince(seen, runs)
    if (ends !== '') setSaid(ends)
  }
  return <output className="sr-only">{said}</output>
}

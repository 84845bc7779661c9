import { hasStatus } from '#web/lib/api.ts'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { loadError, UNKNOWN_REQUEST } from './messages.ts'

export type RequestPageStateProps = { isPending: boolean; isFetching: boolean; error: unknown; refetch: () => unknown }

/** The page of a request that is not loaded yet, or can't be. */
export function RequestPageState({ isPending, isFetching, error, refetch }: RequestPageStateProps) {
  if (isPending)
    return (
      <div className="mt-6 flex max-w-2xl flex-col gap-4">
        <output className="sr-only">Loading the request...</output>
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-24" />
        <Skeleton className="h-40" />
      </div>
    )
  if (hasStatus(error, 400, 404)) return <p className="mt-4 text-sm">{UNKNOWN_REQUEST}</p>
  return (
    <LoadFailed className="mt-6" title="Request not loaded" trying={isFetching} onTryAgain={() => void refetch()}>
      {loadError(error, 'The request could not be loaded.').join(' ')}
    </LoadFailed>
  )
}

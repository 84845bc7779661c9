import { hasStatus } from '#web/lib/api.ts'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { problemOf } from './messages.ts'
import type { useTrial } from './trial-queries.ts'

/** In the place of a trial that is not loaded yet, or can't be. */
export function TrialState({ isPending, error, isFetching, refetch }: ReturnType<typeof useTrial>) {
  if (isPending) return <Skeleton className="grow rounded-none!" />
  if (isTrialMissing(error)) return <p className="p-6 text-sm text-muted">It was deleted, or is not yours.</p>
  return (
    <div className="p-6">
      <LoadFailed title="The trial could not be loaded" trying={isFetching} onTryAgain={() => void refetch()}>
        {problemOf(error)}
      </LoadFailed>
    </div>
  )
}

export const isTrialMissing = (error: unknown): boolean => hasStatus(error, 400, 404)

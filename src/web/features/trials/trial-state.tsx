import { hasStatus } from '#web/lib/api.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import type { useTrial } from './trial-queries.ts'

/** In the place of a trial that is not loaded yet, or can't be. */
export function TrialState(query: ReturnType<typeof useTrial>) {
  if (query.isPending) return <Skeleton className="grow rounded-none!" />
  if (isTrialMissing(query.error)) return <p className="p-6 text-sm text-muted">It was deleted, or is not yours.</p>
  return (
    <div className="p-6">
      <QueryFailed title="The trial could not be loaded" query={query} />
    </div>
  )
}

export const isTrialMissing = (error: unknown): boolean => hasStatus(error, 400, 404)

import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { problemOf } from './api-error.ts'

type QueryFailedProps = {
  title: string
  /** The part of the result of useQuery that it needs. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** In the place of what a query could not load: why, and a button that asks again. */
export const QueryFailed = ({ title, query: { error, isFetching, refetch } }: QueryFailedProps) => (
  <LoadFailed title={title} trying={isFetching} onTryAgain={() => void refetch()}>
    {problemOf(error)}
  </LoadFailed>
)

import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { problemOf } from './messages.ts'

type NotLoadedProps = { title: string; query: { error: unknown; isFetching: boolean; refetch: () => unknown } }

/** In the place of what a query could not load: why, and a button that tries again. */
export const NotLoaded = ({ title, query: { error, isFetching, refetch } }: NotLoadedProps) => (
  <LoadFailed title={title} trying={isFetching} onTryAgain={() => void refetch()}>
    {problemOf(error)}
  </LoadFailed>
)

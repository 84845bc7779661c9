import type { LucideIcon } from 'lucide-react'
import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { useRowFocus } from '../focus.ts'
import { Spinner } from '../spinner.tsx'
import { LoadFailed } from './load-failed.tsx'

/** The part of a useInfiniteQuery or useQuery result that the list needs. */
type ListQuery = {
  isPending: boolean
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
  hasNextPage?: boolean
  isFetchingNextPage?: boolean
  isFetchNextPageError?: boolean
  fetchNextPage?: () => unknown
}

type ListViewProps = {
  query: ListQuery
  isEmpty: boolean
  loading: string
  empty: string
  error: string
  /** The reasons, one line each, below the error. */
  errorDetail: readonly string[]
  /** The placeholder while the list loads. */
  skeleton: ReactNode
  emptyIcon?: LucideIcon
  /** The next step when the list is empty. */
  emptyHint?: ReactNode
  emptyAction?: ReactNode
  children: ReactNode
}

/** A list with all its states: loading, error, empty, rows, and a button for more rows. */
export function ListView(props: ListViewProps) {
  const { query, isEmpty } = props
  const { list, onFocus, onBlur, expectRows } = useRowFocus()
  if (query.isPending)
    return (
      <div>
        <output className="flex items-center gap-2 py-3 text-sm text-muted">
          <Spinner />
          {props.loading}
        </output>
        {props.skeleton}
      </div>
    )
  const refetch = () => void query.refetch()
  if (query.isError && isEmpty) return <Failure {...props} onTryAgain={refetch} />
  if (isEmpty)
    return (
      <EmptyState icon={props.emptyIcon ?? Inbox} title={props.empty} action={props.emptyAction}>
        {props.emptyHint}
      </EmptyState>
    )
  const tryAgain = query.isFetchNextPageError ? () => void query.fetchNextPage?.() : refetch
  return (
    <div className="flex flex-col gap-5">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only watches the focus of what is inside */}
      <div ref={list} onFocus={onFocus} onBlur={onBlur}>
        {props.children}
      </div>
      {query.isError && <Failure {...props} onTryAgain={tryAgain} />}
      {query.hasNextPage && !query.isError && <More query={query} onMore={expectRows} />}
    </div>
  )
}

const Failure = ({ query, error, errorDetail, onTryAgain }: ListViewProps & { onTryAgain: () => void }) => (
  <LoadFailed title={error} trying={query.isFetching} onTryAgain={onTryAgain}>
    {errorDetail.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </LoadFailed>
)

function More({ query, onMore }: { query: ListQuery; onMore: () => void }) {
  const loading = query.isFetchingNextPage === true
  return (
    <Button
      variant="secondary"
      className="self-center"
      pending={loading}
      onClick={() => {
        onMore()
        void query.fetchNextPage?.()
      }}
    >
      {loading ? 'Loading more...' : 'Load More'}
    </Button>
  )
}

type EmptyStateProps = { icon: LucideIcon; title: string; children?: ReactNode; action?: ReactNode }

const EmptyState = ({ icon: Icon, title, children, action }: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-3 border-y border-dashed border-line-strong/60 px-6 py-14 text-center">
    <Icon aria-hidden className="size-8 text-muted" strokeWidth={1.5} />
    <p className="font-display text-lg font-semibold">{title}</p>
    {children && <div className="max-w-md text-sm text-muted">{children}</div>}
    {action}
  </div>
)

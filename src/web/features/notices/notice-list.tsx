import { BellOff } from 'lucide-react'
import { Link } from 'react-router'
import type { Notice } from '#contract/notices.ts'
import { problemOf } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { Time } from '#web/lib/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { useMarkRead, useNotices } from './notice-queries.ts'

/** All notices of this person, newest first. */
export function NoticeList({ isStaff }: { isStaff: boolean }) {
  const query = useNotices()
  const { mutate: markRead } = useMarkRead()
  const notices = query.data?.pages.flatMap((page) => page.data) ?? []
  const unread = notices.filter(({ isRead }) => !isRead)
  const readAll = () => unread[0] && markRead({ notice: unread[0], withOlder: true })
  return (
    <section aria-label="Notices" className="flex max-h-[min(36rem,calc(100dvh-5rem))] flex-col">
      <header className="flex min-h-12 shrink-0 items-center justify-between gap-4 border-b border-line pr-2 pl-4">
        <h2 className="font-display font-semibold">Notices</h2>
        {notices.length > 0 && (
          // Not disabled when all are read: the focus stays.
          <Button
            variant="quiet"
            size="small"
            aria-disabled={unread.length === 0}
            className="aria-disabled:cursor-default aria-disabled:text-muted aria-disabled:hover:bg-transparent"
            onClick={readAll}
          >
            Mark all as read
          </Button>
        )}
      </header>
      <div className={classNames('overflow-y-auto', notices.length === 0 ? 'p-4' : query.hasNextPage && 'pb-4')}>
        <ListView
          query={query}
          isEmpty={notices.length === 0}
          loading="Loading notices..."
          skeleton={<LoadingRows />}
          empty="No notices yet"
          emptyIcon={BellOff}
          emptyHint={
            isStaff
              ? "We'll tell you here when someone signs up or uploads images."
              : "We'll tell you here when one of your requests changes."
          }
          error="Error loading notices"
          errorDetail={[problemOf(query.error)]}
        >
          <ol>
            {notices.map((notice) => (
              <NoticeItem
                key={notice.noticeId}
                notice={notice}
                to={linkOf(notice, { isStaff })}
                onOpen={() => !notice.isRead && markRead({ notice, withOlder: false })}
              />
            ))}
          </ol>
        </ListView>
      </div>
    </section>
  )
}

type ItemProps = { notice: Notice; to: string; onOpen: () => void }

const NoticeItem = ({ notice: { title, detail, time, isRead }, to, onOpen }: ItemProps) => (
  <li className="border-b border-line last:border-b-0">
    <Link
      to={to}
      onClick={onOpen}
      className="grid grid-cols-[0.5rem_minmax(0,1fr)] gap-x-3 px-4 py-3 text-sm hover:bg-ink/5 focus-visible:-outline-offset-2"
    >
      <span aria-hidden className={classNames('mt-1.5 size-2 rounded-full', !isRead && 'bg-action')} />
      <span className="min-w-0">
        {!isRead && <span className="sr-only">Unread: </span>}
        <span className={classNames('block break-words', !isRead && 'font-semibold')}>{title}</span>
        {detail && <span className="mt-0.5 line-clamp-3 break-words text-muted">{detail}</span>}
        <Time at={time} className="mt-0.5 block text-xs/5 text-muted" />
      </span>
    </Link>
  </li>
)

const LoadingRows = () => (
  <div className="flex flex-col gap-4 py-2">
    {[0, 1, 2].map((row) => (
      <div key={row} className="flex flex-col gap-2">
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-3 w-1/3" />
      </div>
    ))}
  </div>
)

/** The screen that shows what a notice is about. */
function linkOf({ kind, subject }: Pick<Notice, 'kind' | 'subject'>, { isStaff }: { isStaff: boolean }): string {
  const [noun, id = ''] = subject.split(':')
  if (noun === 'analysis') return isStaff ? paths.adminRequest(id) : paths.myRequest(id)
  if (kind === 'new-user') return paths.adminUser(id)
  return isStaff ? paths.dashboard() : paths.myDashboard()
}

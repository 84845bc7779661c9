import { Bell } from 'lucide-react'
import { useState } from 'react'
import { latePart } from '#web/lib/late-part.tsx'
import { type Counted, countText } from '#web/ui/list/count.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'

const NoticeList = latePart(
  "The notices can't be loaded",
  async () => (await import('./notice-list.tsx')).NoticeList,
  <Skeleton className="h-16 w-full" />,
)

type BellProps = { unread: Counted | undefined; isStaff: boolean }

/** Opens the list of notices, and shows how many are unread. */
export function NoticeBell({ unread, isStaff }: BellProps) {
  const [open, setOpen] = useState(false)
  const count = unread && unread.total > 0 ? countText(unread) : undefined
  return (
    <Popover
      label={count === undefined ? 'Notices' : `Notices, ${count} unread`}
      trigger={
        <>
          <Bell aria-hidden className="size-[1.125rem]" />
          {count !== undefined && (
            <span className="absolute top-0 left-1/2 min-w-[1.125rem] rounded-full bg-action px-1 text-center text-note/[1.125rem] font-semibold text-on-action tabular-nums">
              {count}
            </span>
          )}
        </>
      }
      triggerClassName="relative grid size-9 place-items-center rounded-md text-muted transition-colors duration-150 hover:bg-ink/8 hover:text-ink"
      panelClassName="w-[26rem]"
      onOpenChange={setOpen}
    >
      {open && <NoticeList isStaff={isStaff} />}
    </Popover>
  )
}

import { MailCheck } from 'lucide-react'
import { useRef } from 'react'
import { ActivityLink } from '#web/features/activity/activity-link.tsx'
import { useRetryEmail, useUndeliveredEmails } from '#web/features/emails/email-queries.ts'
import { UndeliveredEmailList } from '#web/features/emails/undelivered-email-list.tsx'
import { problemOf } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { usePages } from '#web/lib/view.ts'
import { Count } from '#web/ui/list/count.tsx'
import { ListView } from '#web/ui/list/list-view.tsx'
import { TableSkeleton } from '#web/ui/list/skeleton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { screens } from '../pages.ts'

export function Component() {
  usePageTitle(screens.adminEmails.title)
  const heading = useRef<HTMLHeadingElement>(null)
  const query = usePages(useUndeliveredEmails())
  const retry = useRetryEmail()
  const emails = query.data?.pages.flatMap((page) => page.data) ?? []

  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="font-display text-2xl font-semibold outline-none">
          {screens.adminEmails.title}
        </h1>
        <Count count={query.data?.pages.at(-1)} of="emails" />
        <div className="max-md:-ml-3 max-md:basis-full md:-mr-3 md:ml-auto">
          <ActivityLink />
        </div>
      </header>
      <ListView
        query={query}
        isEmpty={emails.length === 0}
        loading="Loading emails..."
        empty="No undelivered emails"
        emptyIcon={MailCheck}
        emptyHint="Emails that could not be delivered appear here for 30 days."
        error="Error loading emails"
        errorDetail={[problemOf(query.error)]}
        skeleton={<TableSkeleton columns={3} />}
      >
        <UndeliveredEmailList
          emails={emails}
          pending={retry.isPending ? retry.variables : undefined}
          onRetry={({ emailId }) =>
            retry.mutate(emailId, {
              onSuccess: ({ message }) => {
                toast.success(message)
                // The row and its button are about to disappear.
                heading.current?.focus()
              },
              onError: (error) => toast.error(problemOf(error)),
            })
          }
        />
      </ListView>
    </div>
  )
}

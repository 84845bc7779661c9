import { X } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { type ActivityView, personIn } from './activity-view.ts'

type ActivityFilterProps = {
  view: ActivityView /** The name of the person or request; undefined until the entries are loaded. */
  name: string | undefined
}

const TAB =
  'flex min-h-8 items-center border-b-2 border-transparent px-1 text-muted hover:text-ink aria-[current=page]:border-action aria-[current=page]:font-semibold aria-[current=page]:text-ink'

/** The filter of the activity log; nothing when all entries are shown. */
export function ActivityFilter({ view, name }: ActivityFilterProps) {
  const person = personIn(view)
  if (view.subject === undefined && person === undefined) return null
  return (
    <nav aria-label="Entries" className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
      {person === undefined ? (
        <>
          <bdi className="font-semibold">{name ?? 'One request'}</bdi>
          <Link
            to={paths.adminRequest(view.subject?.replace(/^analysis:/, '') ?? '')}
            className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            Open the request
          </Link>
        </>
      ) : (
        <>
          <Link
            to={paths.adminActivity(`user:${person}`)}
            aria-current={view.subject === undefined ? undefined : 'page'}
            className={TAB}
          >
            What happened to <bdi>{name ?? 'this person'}</bdi>
          </Link>
          <Link
            to={paths.activityBy(person)}
            aria-current={view.actorId === undefined ? undefined : 'page'}
            className={TAB}
          >
            What <bdi>{name ?? 'this person'}</bdi> did
          </Link>
        </>
      )}
      <Link to={paths.adminActivity()} className={buttonClasses({ variant: 'quiet', size: 'small' })}>
        <X aria-hidden className="size-4" />
        Show all
      </Link>
    </nav>
  )
}

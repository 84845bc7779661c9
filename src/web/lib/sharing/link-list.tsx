import { Copy } from 'lucide-react'
import type { LinkItem } from '#contract/links.ts'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { copyText } from '#web/ui/overlay/copy-text.ts'
import { ChangeButton } from '../change-button.tsx'
import { QueryFailed } from '../query-failed.tsx'
import { type Subject, useChangeLinks, useLinks } from './share-queries.ts'

const KINDS = { report: 'Report', map: 'Map', trial: 'Trial' } satisfies Record<LinkItem['subject']['kind'], string>

/** The links to one thing, or, without one, all of the account. */
export function LinkList({ subject }: { subject: Subject | null }) {
  const links = useLinks(subject)
  if (links.isPending) return <Skeleton className="h-12 w-full" />
  if (links.isError) return <QueryFailed title="The links could not be loaded" query={links} />
  if (links.data.length === 0)
    return (
      <p className="text-sm text-muted">{subject ? 'No link shows it.' : 'No link shows anything of this account.'}</p>
    )
  return (
    <ul aria-label="Links" className="divide-y divide-line border-y border-line text-sm">
      {links.data.map((link) => (
        <LinkRow key={link.linkId} link={link} isNamed={subject === null} />
      ))}
    </ul>
  )
}

function LinkRow({ link, isNamed }: { link: LinkItem; isNamed: boolean }) {
  const { linkId, url, subject, name, endsOn, opened } = link
  const facts = [
    `until ${dateText(endsOn)}`,
    link.hasPassword && 'with a password',
    link.mayDownload ? 'may download' : 'no downloads',
    opened === 0 ? 'not opened yet' : `opened ${opened === 1 ? 'once' : `${opened.toLocaleString('en')} times`}`,
  ].filter(Boolean)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <span className="min-w-0 grow basis-52">
        {isNamed && (
          <span className="block">
            <span className="text-muted">{KINDS[subject.kind]}</span>{' '}
            <bdi className="font-semibold wrap-anywhere">{name === null ? 'removed' : displayName(name)}</bdi>
          </span>
        )}
        <span className="block text-muted first-letter:capitalize">{facts.join(', ')}</span>
      </span>
      <IconButton
        icon={Copy}
        label={`Copy the link until ${dateText(endsOn)}`}
        onClick={() => copyText(url, 'Link copied')}
      />
      <ChangeButton
        by={useChangeLinks()}
        change={{ linkId }}
        says="Link ended"
        aria-label={`End the link until ${dateText(endsOn)}`}
      >
        End
      </ChangeButton>
    </li>
  )
}

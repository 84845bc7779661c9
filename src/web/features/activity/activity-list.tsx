import { Link } from 'react-router'
import type { ActivityRow } from '#contract/activity.ts'
import { type Change, furtherChanges } from '#domain/activity/changes.ts'
import { sentenceOf, sentenceText } from '#domain/activity/sentences.ts'
import { displayName } from '#domain/display-names.ts'
import { paths } from '#web/lib/paths.ts'
import { Time } from '#web/lib/time.tsx'

/** Each entry has its time, a sentence, and the changed values below. */
export const ActivityList = ({ rows }: { rows: readonly ActivityRow[] }) => (
  <ol className="border-t border-line-strong text-sm">
    {rows.map((row) => (
      <li
        key={row.id}
        className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-0.5 border-b border-line py-2.5 md:grid-cols-[10.5rem_minmax(0,1fr)_auto]"
      >
        <Time at={row.time} className="text-muted max-md:text-xs/5" />
        <div className="min-w-0 max-md:order-1 max-md:col-span-2">
          <Sentence row={row} />
          {row.token !== null && (
            <p className="text-muted">
              by the API token <bdi>{displayName(row.token)}</bdi>
            </p>
          )}
          <Changes changes={furtherChanges(row, sentenceText(row))} />
        </div>
        {row.address && (
          <span className="text-xs/5 break-all text-muted tabular-nums md:text-right">
            <span className="md:sr-only">from </span>
            {row.address}
          </span>
        )}
      </li>
    ))}
  </ol>
)

const Sentence = ({ row }: { row: ActivityRow }) => (
  <p className="break-words" title={row.actor ? displayName(row.actor.email) : undefined}>
    {sentenceOf(row).map(({ kind, text }, place) => {
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence have a fixed order
      if (kind === 'text') return <span key={place}>{text}</span>
      if (kind === 'name')
        return (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <strong key={place} className="font-semibold">
            <bdi>{text}</bdi>
          </strong>
        )
      return (
        <Link
          // oxlint-disable-next-line react/no-array-index-key -- as above
          key={place}
          to={paths.adminActivity(row.subject)}
          className="font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          <bdi>{text}</bdi>
        </Link>
      )
    })}
  </p>
)

const Changes = ({ changes }: { changes: readonly Change[] }) =>
  changes.length > 0 && (
    <dl className="mt-1 grid gap-y-0.5 text-muted">
      {changes.map(({ name, before, after }) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt>{name}</dt>
          <dd className="min-w-0 break-words whitespace-pre-line">
            {before !== undefined && (
              <>
                <del className="decoration-line-strong">
                  <span className="sr-only">before: </span>
                  <bdi>{before}</bdi>
                </del>
                <span aria-hidden> → </span>
              </>
            )}
            <span className="text-ink">
              <span className="sr-only">{before === undefined ? '' : ' after: '}</span>
              <bdi>{after ?? 'none'}</bdi>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )

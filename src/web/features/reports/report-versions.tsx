import type { ReportVersion } from '#contract/reports.ts'
import { displayName } from '#domain/display-names.ts'
import { formatDateTime, timeZoneOf } from '#domain/units.ts'

export function VersionTime({ time }: { time: string }) {
  const date = new Date(time)
  return (
    <time dateTime={time}>
      {formatDateTime(date)} {timeZoneOf(date)}
    </time>
  )
}

type EarlierVersionsProps = { present: ReportVersion | undefined; versions: readonly ReportVersion[] }

/** What each publication changed, newest first. */
export const EarlierVersions = ({ present, versions }: EarlierVersionsProps) => (
  <details className="text-sm">
    <summary className="w-fit cursor-pointer rounded py-1 font-medium">
      {versions.length === 1 ? 'Earlier version' : 'Earlier versions'} and what changed
    </summary>
    <ol className="mt-2 border-l border-line-strong">
      {present && <Version version={present} />}
      {versions.map((version) => (
        <Version key={version.number} version={version} />
      ))}
    </ol>
  </details>
)

const Version = ({ version: { number, time, author, remarks, added, removed } }: { version: ReportVersion }) => (
  <li className="py-2 pl-4">
    <p>
      <span className="font-semibold">Version {number}</span>
      {', '}
      <VersionTime time={time} />
      {author.fullName && (
        <span className="text-muted">
          {' '}
          by <bdi>{displayName(author.fullName)}</bdi>
        </span>
      )}
    </p>
    <Names label="Added" names={added} />
    <Names label="Removed" names={removed} />
    {added.length === 0 && removed.length === 0 && <p className="text-muted">No new files</p>}
    {remarks && <p className="mt-1 max-w-prose break-words whitespace-pre-line text-muted">{remarks}</p>}
  </li>
)

const Names = ({ label, names }: { label: string; names: readonly string[] }) =>
  names.length > 0 && (
    <p className="break-words">
      <span className="text-muted">{label}: </span>
      {names.map((name, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two files may have the same name
        <span key={index}>
          {index > 0 && ', '}
          <bdi>{displayName(name)}</bdi>
        </span>
      ))}
    </p>
  )

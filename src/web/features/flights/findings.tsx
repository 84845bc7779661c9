import { displayName } from '#domain/display-names.ts'
import { CHECK_PHOTOS_MAX, type FlightCheck, SEVERITY_NAMES } from '#domain/flights.ts'
import { Time } from '#web/lib/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { SeverityBadge } from './severity-badge.tsx'

export type FindingCheck = FlightCheck & {
  /** By staff, who see their names. */
  acknowledged?: { at: string; by: string | null } | null
}

type FindingsProps = {
  checks: readonly FindingCheck[]
  /** Points out photos on the picture; none when empty. */
  onMark: (names: readonly string[]) => void
  /** Of staff. */
  onAcknowledge?: ((check: FindingCheck, acknowledged: boolean) => void) | undefined
}

/** What was found, the worst first. */
export function Findings({ checks, onMark, onAcknowledge }: FindingsProps) {
  if (checks.length === 0) return <p className="text-sm">Nothing was found that would make the outputs worse.</p>
  return (
    <ul aria-label="What was found" className="divide-y divide-line border-y border-line text-sm">
      {checks.map((check) => {
        const { id, severity, message, photos } = check
        return (
          <li key={id} className="grid gap-x-4 gap-y-1.5 py-3 @xl:grid-cols-[6.5rem_minmax(0,1fr)]">
            <div>
              <SeverityBadge severity={severity}>{SEVERITY_NAMES[severity]}</SeverityBadge>
            </div>
            <div className="min-w-0">
              <p className="max-w-prose break-words">{message}</p>
              {photos.length > 0 && (
                <details className="mt-1" onToggle={({ currentTarget: { open } }) => onMark(open ? photos : [])}>
                  <summary className="cursor-pointer text-muted">{summaryOf(photos.length)}</summary>
                  <ul
                    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
                    tabIndex={0}
                    aria-label="Photos"
                    className="mt-1 max-h-48 columns-2 overflow-auto text-muted"
                  >
                    {photos.map((photo) => (
                      <li key={photo} className="truncate">
                        <bdi>{displayName(photo)}</bdi>
                      </li>
                    ))}
                  </ul>
                </details>
              )}
              <Acknowledged check={check} onAcknowledge={onAcknowledge} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function Acknowledged({ check, onAcknowledge }: Pick<FindingsProps, 'onAcknowledge'> & { check: FindingCheck }) {
  const { acknowledged, severity } = check
  if (!acknowledged && (!onAcknowledge || severity === 'inform')) return null
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
      {acknowledged && (
        <span>
          Acknowledged{acknowledged.by !== null && ` by ${displayName(acknowledged.by)}`}, <Time at={acknowledged.at} />
        </span>
      )}
      {onAcknowledge && (
        <Button variant="secondary" size="small" onClick={() => onAcknowledge(check, !acknowledged)}>
          {acknowledged ? 'Take back' : 'Acknowledge'}
        </Button>
      )}
    </p>
  )
}

function summaryOf(count: number): string {
  if (count === 1) return 'The photo'
  return count < CHECK_PHOTOS_MAX ? `The ${count} photos` : `The first ${count} photos`
}

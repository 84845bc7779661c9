import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { OpenSession } from '#contract/accounts.ts'
import { formatDateTime } from '#domain/units.ts'
import { Time } from '#web/lib/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { sessionsError } from '../messages.ts'
import { deviceName, isHandheld } from './device-name.ts'
import { EndSessionsDialog } from './end-sessions-dialog.tsx'
import { useSessions } from './session-queries.ts'

type Ending = { sessions: readonly OpenSession[]; all: boolean }

/** The sessions of the signed-in person, the current one first. */
export function SessionList() {
  const { data, error, isPending, isFetching, refetch } = useSessions()
  const [ending, setEnding] = useState<Ending>()
  if (isPending)
    return (
      <div className="flex flex-col gap-6 border-t border-line py-4">
        <span className="sr-only">Loading sessions...</span>
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    )
  if (!data) return <LoadFailed title={sessionsError(error)} trying={isFetching} onTryAgain={() => void refetch()} />
  const others = data.filter(({ current }) => !current)
  return (
    <div className="flex flex-col gap-4">
      <ul className="border-t border-line text-sm">
        {[...data.filter(({ current }) => current), ...others].map((session) => (
          <SessionItem
            key={session.sessionId}
            session={session}
            onEnd={() => setEnding({ sessions: [session], all: false })}
          />
        ))}
      </ul>
      {others.length > 0 ? (
        <Button variant="secondary" className="self-start" onClick={() => setEnding({ sessions: others, all: true })}>
          End all other sessions
        </Button>
      ) : (
        <p className="text-sm text-muted">You're not logged in anywhere else.</p>
      )}
      {ending && <EndSessionsDialog {...ending} onClose={() => setEnding(undefined)} />}
    </div>
  )
}

function SessionItem({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
  const { device, address, startedTime, usedTime, current } = session
  const Icon = isHandheld(device) ? Smartphone : Monitor
  const name = deviceName(device)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-3">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.5} />
      <div className="min-w-0 grow basis-52">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {name}
          {current && <Badge tone="green">This browser</Badge>}
        </p>
        <p className="mt-0.5 text-muted">
          <span className="break-all">{address || 'Unknown address'}</span>
          <span className="block">
            Last used <Time at={usedTime} className="whitespace-nowrap" />
          </span>
          <span className="block">
            Logged in <Time at={startedTime} className="whitespace-nowrap" />
          </span>
        </p>
      </div>
      {!current && (
        <Button
          variant="secondary"
          size="small"
          className="max-sm:ml-9"
          aria-label={`End session: ${name}, ${address}, last used ${formatDateTime(new Date(usedTime))}`}
          onClick={onEnd}
        >
          End session
        </Button>
      )}
    </li>
  )
}

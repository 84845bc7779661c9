import { hasStatus, problemOf } from '#web/lib/api.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { useMay } from '#web/lib/session/use-may.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import type { Trial } from '../trial-queries.ts'
import { Disclosure } from '../workspace/disclosure.tsx'
import { ConnectForm } from './connect-form.tsx'
import { type Exchange, useConnect, useDisconnect, useExchange } from './exchange-queries.ts'
import { ExchangeWay } from './exchange-way.tsx'
import { TraitNames } from './trait-names.tsx'

/** The study of a trial in a breeding database of others. */
export function BreedingDatabase({ trial: { trialId, isClosed } }: { trial: Pick<Trial, 'trialId' | 'isClosed'> }) {
  const may = useMay()
  const exchange = useExchange(trialId)
  const { data, error } = exchange
  if (hasStatus(error, 404)) return <p className="text-sm text-muted">Breeding databases are switched off here.</p>
  if (error) return <QueryFailed title="The connection could not be loaded" query={exchange} />
  if (!data) return <Skeleton className="h-24 w-full" />
  const mayChange = may.edit && !isClosed
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-prose text-sm text-muted">
        A study of Breedbase, BMS or another database that speaks BrAPI 2. What would be exchanged is shown before
        anything is written.
      </p>
      {data.connection ? (
        <Connected {...data} {...{ trialId, mayChange }} connection={data.connection} />
      ) : mayChange ? (
        <ConnectForm trialId={trialId} />
      ) : (
        <p className="text-sm">This trial is connected to no study.</p>
      )}
    </div>
  )
}

const onError = (error: unknown) => toast.error(problemOf(error))

type ConnectedProps = Omit<Exchange, 'connection'> & {
  connection: NonNullable<Exchange['connection']>
  trialId: string
  mayChange: boolean
}

function Connected({ trialId, connection, exchanges, traits, mayChange }: ConnectedProps) {
  const connect = useConnect(trialId)
  const disconnect = useDisconnect(trialId)
  const { url, studyDbId, studyName, sendsAfterMeasuring } = connection
  const variables = exchanges.flatMap(({ report }) => report?.variables ?? [])
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 grow basis-60">
          <span className="block font-semibold wrap-anywhere">{studyName}</span>
          <span className="block text-sm text-muted wrap-anywhere">{url}</span>
        </p>
        {mayChange && (
          <Button
            variant="secondary"
            size="small"
            pending={disconnect.isPending}
            onClick={() => {
              // What is connected is gone then, and its callbacks with it.
              void disconnect.mutateAsync().then(() => toast.success('Trial disconnected'), onError)
            }}
          >
            Disconnect
          </Button>
        )}
        <Checkbox
          className="w-full"
          label="Send what is new after each measurement"
          checked={sendsAfterMeasuring}
          disabled={!mayChange || connect.isPending}
          onChange={({ target }) =>
            connect.mutate({ trialId, url, studyDbId, sendsAfterMeasuring: target.checked }, { onError })
          }
        />
      </div>
      <div className="grid gap-x-10 gap-y-8 @4xl:grid-cols-2">
        {(['pull', 'push'] as const).map((direction) => (
          <ExchangeWay
            key={direction}
            {...{ trialId, direction, mayChange }}
            exchange={exchanges.find((one) => one.direction === direction)}
          />
        ))}
      </div>
      {mayChange && traits.length > 0 && (
        <Disclosure summary="What our traits are called there">
          <TraitNames traits={traits} variables={[...new Set(variables)]} />
        </Disclosure>
      )}
    </>
  )
}

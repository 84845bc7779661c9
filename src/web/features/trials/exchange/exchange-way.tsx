import { useState } from 'react'
import type { ExchangeItem } from '#contract/exchange.ts'
import type { ExchangeDirection } from '#domain/exchange/exchange.ts'
import { counted } from '#domain/units.ts'
import { problemOf } from '#web/lib/api.ts'
import { queueText } from '#web/lib/queue-text.ts'
import { Time } from '#web/lib/time.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { CancelButton } from '../cancel-button.tsx'
import { isUnderWay } from '../trial-queries.ts'
import { useCancelExchange, useStartExchange } from './exchange-queries.ts'
import { ExchangeReport } from './exchange-report.tsx'

const WORDS = {
  pull: {
    title: 'From the database',
    about: 'Genotypes and places of plots, and what people scored there as own columns. Nothing is measured again.',
    write: 'Take over',
    replaces: 'other values here',
    written: 'taken over',
  },
  push: {
    title: 'To the database',
    about: 'The main value of each measured trait and date, with what made it. What is there already isn’t sent again.',
    write: 'Send',
    replaces: 'other values there',
    written: 'sent',
  },
} as const

type ExchangeWayProps = {
  trialId: string
  direction: ExchangeDirection
  exchange: ExchangeItem | undefined
  mayChange: boolean
}

/** One direction: compare, read what would be written, write. */
export function ExchangeWay({ trialId, direction, exchange, mayChange }: ExchangeWayProps) {
  const start = useStartExchange(trialId)
  const words = WORDS[direction]
  const begin = (step: 'compare' | 'write', replaces = false) =>
    start.mutate({ trialId, direction, step, replaces }, { onError: (error) => toast.error(problemOf(error)) })
  return (
    <section aria-label={words.title} className="flex min-w-0 flex-col gap-3">
      <div>
        <h4 className="font-semibold">{words.title}</h4>
        <p className="mt-1 max-w-prose text-sm text-muted">{words.about}</p>
      </div>
      {mayChange && !isUnderWay(exchange?.state) && (
        <Button
          variant="secondary"
          size="small"
          className="self-start"
          pending={start.isPending}
          onClick={() => begin('compare')}
        >
          Compare
        </Button>
      )}
      {exchange && isUnderWay(exchange.state) && <Going {...{ trialId, exchange, mayChange }} />}
      {exchange?.state === 'FAILED' && <Alert tone="danger">{exchange.reason}</Alert>}
      {exchange?.state === 'DONE' && exchange.report && (
        <>
          <Written exchange={exchange} words={words} />
          <ExchangeReport report={exchange.report} />
          {mayChange && exchange.step === 'compare' && (
            <Write report={exchange.report} words={words} onWrite={(replaces) => begin('write', replaces)} />
          )}
        </>
      )}
    </section>
  )
}

type Words = (typeof WORDS)[ExchangeDirection]

function Going({ trialId, exchange, mayChange }: { trialId: string; exchange: ExchangeItem; mayChange: boolean }) {
  const cancel = useCancelExchange(trialId)
  const doing = exchange.step === 'compare' ? 'Comparing…' : 'Writing…'
  return (
    <div className="flex max-w-md flex-col gap-2">
      <p className="text-sm">{exchange.state === 'QUEUED' ? queueText(exchange.ahead) : doing}</p>
      <ProgressBar percent={exchange.fraction * 100} label={doing} />
      {mayChange && (
        <CancelButton
          isPending={cancel.isPending}
          onCancel={() => cancel.mutate(exchange.direction, { onError: (error) => toast.error(problemOf(error)) })}
        />
      )}
    </div>
  )
}

/** Values that a database did not keep as they were sent are said loudly. */
function Written({ exchange: { report, startedTime }, words }: { exchange: ExchangeItem; words: Words }) {
  const written = report?.written
  if (!written) return null
  const lost = written.sent - written.kept
  const what = `${counted(written.sent, 'value')} ${words.written}`
  if (lost > 0)
    return (
      <Alert tone="warning">
        {what}, of which the database did not keep {lost.toLocaleString('en')} as they are. Compare again, and look at
        them there.
      </Alert>
    )
  return (
    <Alert tone="success">
      {what}, <Time at={startedTime} />.
    </Alert>
  )
}

type WriteProps = {
  report: NonNullable<ExchangeItem['report']>
  words: Words
  onWrite: (replaces: boolean) => void
}

function Write({ report: { items }, words, onWrite }: WriteProps) {
  const [replaces, setReplaces] = useState(false)
  const added = items.reduce((sum, item) => sum + item.added, 0)
  const changed = items.reduce((sum, item) => sum + item.changed, 0)
  const wanted = added + (replaces ? changed : 0)
  return (
    <div className="flex flex-col gap-2">
      {changed > 0 && (
        <Checkbox
          label={`Also replace ${changed.toLocaleString('en')} ${words.replaces}`}
          checked={replaces}
          onChange={({ target }) => setReplaces(target.checked)}
        />
      )}
      {wanted === 0 ? (
        <p className="text-sm text-muted">There is nothing new.</p>
      ) : (
        <Button className="self-start" size="small" onClick={() => onWrite(replaces)}>
          {words.write} {counted(wanted, 'value')}
        </Button>
      )}
    </div>
  )
}

import { ChevronRight } from 'lucide-react'
import type { ComponentType } from 'react'
import type { EngineItem, RunItem } from '#contract/processing.ts'
import { displayName } from '#domain/display-names.ts'
import { hasEnded } from '#domain/processing.ts'
import { queueText } from '#web/lib/queue-text.ts'
import { Time } from '#web/lib/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { FileName } from '#web/ui/form/file-tile.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { AttachedNote, AttachProducts } from './attach-products.tsx'
import { CancelRun } from './cancel-run.tsx'
import { MarkedText } from './marked-text.tsx'
import { RunAgain, RunFailure } from './run-failure.tsx'
import { RunLog } from './run-log.tsx'
import { type ProductFileProps, RunProducts } from './run-products.tsx'
import { RunQuality } from './run-quality.tsx'
import { durationText, ENGINE_WORDS, leftText, optionsText, STATE_WORDS, stageText, tookText } from './run-words.ts'

type RunItemProps = {
  analysisRequestId: string
  run: RunItem
  /** Of this run; undefined until it is loaded. */
  engine: EngineItem | undefined
  isOpen: boolean
  /** When the run was like that. */
  now: number
  ProductFile: ComponentType<ProductFileProps>
  onAttached: () => void
}

/** A run: how far it is, how it ended, and what it made. */
export function RunDetails({ analysisRequestId, run, engine, isOpen, now, ProductFile, onAttached }: RunItemProps) {
  const { name, tone, icon } = STATE_WORDS[run.state]
  return (
    <details open={isOpen} className="group">
      <summary className="flex cursor-pointer list-none items-start gap-x-3 rounded py-3 hover:bg-ink/4 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="mt-1 size-4 shrink-0 text-muted group-open:rotate-90" />
        <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
          <span className="font-semibold">{ENGINE_WORDS[run.engine].name}</span>
          <Badge tone={tone} icon={icon}>
            {name}
          </Badge>
          <RunOrigin run={run} />
        </span>
      </summary>
      <div className="flex min-w-0 flex-col gap-4 pb-5 @lg:pl-7">
        <RunFacts run={run} engine={engine} />
        {!hasEnded(run.state) && <RunProgress {...{ run, engine, now }} />}
        {run.state === 'FAILED' && <RunFailure run={run} />}
        {run.quality && <RunQuality quality={run.quality} />}
        <RunProducts {...{ analysisRequestId, run, ProductFile }} />
        <AttachedNote products={run.products} />
        <RunLog runId={run.runId} isUnderWay={!hasEnded(run.state)} />
        <div className="flex flex-wrap gap-2">
          {hasEnded(run.state) ? (
            <>
              {run.products.length > 0 && <AttachProducts {...{ analysisRequestId, run, onAttached }} />}
              <RunAgain {...{ analysisRequestId, run }} />
            </>
          ) : (
            <CancelRun {...{ analysisRequestId, run }} />
          )}
        </div>
      </div>
    </details>
  )
}

function RunOrigin({ run }: { run: RunItem }) {
  const took = tookText(run)
  return (
    <span className="min-w-0 break-words text-muted">
      {run.startedBy === null ? 'Started by itself' : <bdi>{displayName(run.startedBy)}</bdi>}
      {', '}
      <Time at={run.requestedAt} />
      {took !== null && `, took ${took}`}
    </span>
  )
}

/** What was asked for, where that is more than usual. */
function RunFacts({ run, engine }: Pick<RunItemProps, 'run' | 'engine'>) {
  const { archive, preset, options, priority, attempt } = run
  const label = engine?.presets.find(({ name }) => name === preset)?.label ?? preset
  const facts = [
    label && `preset ${label}`,
    optionsText(options),
    priority === 'high' && 'high priority',
    attempt > 1 && `attempt ${attempt}`,
  ].filter(Boolean)
  return (
    <div className="text-sm wrap-anywhere text-muted">
      {archive === null ? 'Its archive is gone' : <FileName name={displayName(archive)} />}
      {facts.length > 0 && <span className="block first-letter:uppercase">{facts.join(', ')}</span>}
    </div>
  )
}

function RunProgress({ run, engine, now }: Pick<RunItemProps, 'run' | 'engine' | 'now'>) {
  const isHeld = run.state === 'QUEUED' && engine && !engine.isReady && engine.running < Math.max(1, engine.capacity)
  return (
    <div className="flex max-w-xl flex-col gap-2 text-sm">
      {run.state === 'QUEUED' ? (
        <p>{queueText(run.ahead)}</p>
      ) : (
        <>
          <p className="flex flex-wrap justify-between gap-x-4">
            <span>{stageText(run.stage)}</span>
            {run.startedAt !== null && (
              <span className="text-muted tabular-nums">
                {[durationText(now - Date.parse(run.startedAt)), leftText(run, now)].filter(Boolean).join(', ')}
              </span>
            )}
          </p>
          <ProgressBar label={stageText(run.stage)} percent={run.fraction * 100} />
        </>
      )}
      {isHeld && engine.reason !== null && (
        <p className="text-status-yellow">
          The engine is not ready. <MarkedText text={engine.reason} />
        </p>
      )}
      {run.reason !== null && <p className="break-words text-status-yellow">It is tried again. {run.reason}</p>}
    </div>
  )
}

import type { ProcessingProgress } from '#contract/processing.ts'
import { Time } from '#web/lib/time.tsx'
import { ToneIcon } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTimeline } from './analysis-queries.ts'
import { type StatusStep, statusSteps } from './status-steps.ts'
import { statusTone } from './status-tone.ts'

type TimelineProps = { analysisRequestId: string; processing?: ProcessingProgress | undefined }

/** In a dialog, under a heading. */
export const Timeline = (props: TimelineProps) => (
  <section>
    <h3 className="mb-3 text-sm font-semibold">Timeline</h3>
    <TimelineSteps {...props} />
  </section>
)

/** The steps of a request along a dotted line; those ahead are only outlined. */
export function TimelineSteps({ analysisRequestId, processing }: TimelineProps) {
  const { data, isPending, isFetching, refetch } = useTimeline(analysisRequestId)
  const steps = statusSteps(data ?? [], processing)
  const present = steps.findLastIndex(({ time }) => time !== null)
  if (isPending)
    return (
      <div className="flex flex-col gap-5 py-1">
        <span className="sr-only">Loading the timeline...</span>
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-4 w-2/5" />
      </div>
    )
  if (!data)
    return (
      <LoadFailed title="The timeline could not be loaded." trying={isFetching} onTryAgain={() => void refetch()} />
    )
  if (data.length === 0) return <p className="text-sm text-muted">Nothing is recorded yet.</p>
  return (
    <ol className="max-w-prose text-sm">
      {steps.map((step, index) => (
        <Step
          // oxlint-disable-next-line react/no-array-index-key -- steps are identified by their position
          key={index}
          step={step}
          isPresent={index === present}
        />
      ))}
    </ol>
  )
}

function Step({ step: { title, status, time, message, stage }, isPresent }: { step: StatusStep; isPresent: boolean }) {
  const isAhead = time === null
  return (
    <li aria-current={isPresent ? 'step' : undefined} className="group relative pb-5 pl-12 last:pb-0">
      <span
        aria-hidden
        className={classNames(
          'absolute top-8 bottom-0 left-[0.9375rem] border-l-[3px] border-dotted group-last:hidden',
          isAhead || isPresent ? 'border-line-strong/60' : 'border-action',
        )}
      />
      <span
        aria-hidden
        className={classNames(
          'absolute top-0 left-0 grid h-7 w-8 place-items-center border-[1.5px]',
          isAhead && 'border-dashed border-line-strong text-muted',
          !isAhead && 'border-action before:absolute before:-inset-1 before:border before:border-action/35',
          !isAhead && (isPresent ? 'bg-action text-on-action' : 'bg-card text-action'),
        )}
      >
        {status === 'PROCESSING' ? <Spinner /> : <ToneIcon tone={statusTone(status)} />}
      </span>
      <p className={classNames('pt-1', isAhead ? 'text-muted' : 'font-semibold')}>
        {title}
        {isAhead && <span className="sr-only">, still to come</span>}
      </p>
      {time !== null && <Time at={time} className="block text-xs/5 text-muted" />}
      {stage && <output className="mt-1 block">{stage}</output>}
      {message && (
        <blockquote className="mt-1.5 border-l-2 border-line-strong pl-3 break-words whitespace-pre-line">
          {message}
        </blockquote>
      )}
    </li>
  )
}

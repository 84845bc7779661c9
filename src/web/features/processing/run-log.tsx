import { useLayoutEffect, useRef, useState } from 'react'
import { RUN_LOG } from '#domain/processing.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useRunLog } from './log-query.ts'

type RunLogProps = { runId: string; isUnderWay: boolean }

/** The log of a run, loaded once it is opened. */
export function RunLog(props: RunLogProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="text-sm" onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary className="w-fit cursor-pointer rounded py-1 font-medium text-muted hover:text-ink">Log</summary>
      {isOpen && <Lines {...props} />}
    </details>
  )
}

/** So near the end, new lines are followed. */
const NEAR_END_PX = 24

function Lines({ runId, isUnderWay }: RunLogProps) {
  const query = useRunLog(runId, isUnderWay)
  const box = useRef<HTMLElement>(null)
  const isFollowing = useRef(true)
  const lines = query.data?.lines
  useLayoutEffect(() => {
    if (lines && box.current && isFollowing.current) box.current.scrollTop = box.current.scrollHeight
  }, [lines])
  if (!lines) return query.error ? <QueryFailed title="The log could not be loaded" query={query} /> : <Spinner />
  if (lines.length === 0) return <p className="mt-1 text-muted">The log is empty.</p>
  return (
    <section
      ref={box}
      aria-label="Lines of the log"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it
      tabIndex={0}
      className="mt-1 max-h-80 overflow-auto rounded border border-line bg-sunken px-3 py-2 font-mono text-xs/5"
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isFollowing.current = scrollTop + clientHeight > scrollHeight - NEAR_END_PX
      }}
    >
      {(lines[0]?.number ?? 0) > 0 && lines.length >= RUN_LOG.linesMax && (
        <p className="text-muted">Only the last {RUN_LOG.linesMax.toLocaleString('en')} lines are kept.</p>
      )}
      <ol>
        {lines.map(({ number, at, line }) => (
          <li key={number} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            <time dateTime={at} className="text-muted tabular-nums">
              {clockOf(at)}
            </time>
            <span className="wrap-anywhere whitespace-pre-wrap">{line}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** '9:05:31' in the reader's time zone. */
const clockOf = (at: string): string =>
  new Date(at).toLocaleTimeString('en-GB', { hour: 'numeric', minute: '2-digit', second: '2-digit' })

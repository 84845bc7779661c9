import type { RunItem } from '#contract/processing.ts'
import { problemOf } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { MarkedText } from './marked-text.tsx'
import { useRestartRun } from './run-queries.ts'
import { optionsText } from './run-words.ts'

/** Why a run failed, what shows it, and what to change. */
export const RunFailure = ({ run: { reason, advice, evidence } }: { run: RunItem }) => (
  <Alert tone="danger" title={reason ?? 'It failed, and did not say why.'}>
    {advice && (
      <p>
        <MarkedText text={advice} />
      </p>
    )}
    {evidence.length > 0 && (
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
        tabIndex={0}
        aria-label="Evidence"
        className="mt-2 max-h-40 overflow-auto rounded bg-card px-3 py-2 font-mono text-xs/5 wrap-anywhere"
      >
        {evidence.map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines may be alike
          <li key={at}>{line}</li>
        ))}
      </ul>
    )}
  </Alert>
)

type RunAgainProps = { analysisRequestId: string; run: RunItem }

/** As it was, and with the options that may help. */
export function RunAgain({ analysisRequestId, run: { runId, state, options, suggestedOptions } }: RunAgainProps) {
  const restart = useRestartRun(analysisRequestId)
  const again = (changes?: RunItem['options']) =>
    restart.mutate(
      { runId, ...(changes && { options: { ...options, ...changes } }) },
      { onSuccess: ({ message }) => toast.success(message), onError: (error) => toast.error(problemOf(error)) },
    )
  const isHelpful = suggestedOptions !== null && Object.keys(suggestedOptions).length > 0
  return (
    <>
      {isHelpful && (
        <Button
          variant="secondary"
          size="small"
          pending={restart.isPending}
          className="max-w-full text-left wrap-anywhere"
          onClick={() => again(suggestedOptions)}
        >
          Run again with {optionsText(suggestedOptions)}
        </Button>
      )}
      <Button
        variant={state === 'FAILED' && !isHelpful ? 'secondary' : 'quiet'}
        size="small"
        pending={restart.isPending}
        onClick={() => again()}
      >
        {isHelpful ? 'Run again as it was' : 'Run again'}
      </Button>
    </>
  )
}

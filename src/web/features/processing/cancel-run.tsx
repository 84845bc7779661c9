import { useState } from 'react'
import type { RunItem } from '#contract/processing.ts'
import { displayName } from '#domain/display-names.ts'
import { problemOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useCancelRun } from './run-queries.ts'
import { ENGINE_WORDS } from './run-words.ts'

type CancelRunProps = { analysisRequestId: string; run: RunItem }

/** Asks before a run ends for good. */
export function CancelRun({ analysisRequestId, run: { runId, engine, archive } }: CancelRunProps) {
  const [isAsking, setIsAsking] = useState(false)
  const cancel = useCancelRun(analysisRequestId)
  const { name } = ENGINE_WORDS[engine]
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsAsking(true)}>
        Cancel run
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Cancel this run?"
          confirmLabel="Cancel run"
          keepLabel="Keep it"
          pending={cancel.isPending}
          error={cancel.error ? problemOf(cancel.error) : undefined}
          onConfirm={() =>
            cancel.mutate(runId, {
              onSuccess: ({ message }) => {
                toast.success(message)
                setIsAsking(false)
              },
            })
          }
          onKeep={() => setIsAsking(false)}
        >
          <p>
            {name} of <bdi className="wrap-anywhere">{archive === null ? 'this archive' : displayName(archive)}</bdi>{' '}
            ends for good, and what it has made so far is removed. You can start another run at any time.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

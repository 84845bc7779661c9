import { hasStatus } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { loadError, UNKNOWN_REQUEST } from './messages.ts'

type AnalysisNotFoundProps = { error: unknown; isFetching: boolean; onRetry: () => void; onClose: () => void }

/** Shown when the request in the URL does not exist for this person, or could not be loaded. */
export function AnalysisNotFound({ error, isFetching, onRetry, onClose }: AnalysisNotFoundProps) {
  const isUnknown = hasStatus(error, 400, 404)
  return (
    <Dialog
      title={isUnknown ? 'Request not found' : 'Request not loaded'}
      size="small"
      onClose={onClose}
      footer={
        <>
          {!isUnknown && (
            <Button variant="secondary" pending={isFetching} onClick={onRetry}>
              Try Again
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <p className="text-sm">
        {isUnknown ? UNKNOWN_REQUEST : loadError(error, 'The request could not be loaded.').join(' ')}
      </p>
    </Dialog>
  )
}

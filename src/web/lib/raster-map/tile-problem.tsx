import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

export const TileProblem = ({ onTryAgain }: { onTryAgain: () => void }) => (
  <Alert
    tone="danger"
    title="Parts of the map could not be loaded"
    action={
      <Button variant="secondary" size="small" onClick={onTryAgain}>
        Try Again
      </Button>
    }
  />
)

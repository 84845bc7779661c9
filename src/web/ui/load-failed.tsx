import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

type LoadFailedProps = { title: string; trying: boolean; onTryAgain: () => void }

/** In the place of a part of a screen whose code could not be loaded. */
export const LoadFailed = ({ title, trying, onTryAgain }: LoadFailedProps) => (
  <Alert
    tone="danger"
    title={title}
    action={
      <Button variant="secondary" size="small" pending={trying} onClick={onTryAgain}>
        Try again
      </Button>
    }
  />
)

import type { ReactNode } from 'react'
import { Alert } from '../alert.tsx'
import { Button } from '../button.tsx'

type LoadFailedProps = {
  title: string
  trying: boolean
  onTryAgain: () => void
  children?: ReactNode
  className?: string
}

/** In the place of a part of a screen that could not be loaded. */
export const LoadFailed = ({ trying, onTryAgain, ...alert }: LoadFailedProps) => (
  <Alert
    tone="danger"
    {...alert}
    action={
      <Button variant="secondary" size="small" pending={trying} onClick={onTryAgain}>
        Try Again
      </Button>
    }
  />
)

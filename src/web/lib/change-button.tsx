import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { problemOf } from './api.ts'

type ChangeButtonProps<Change> = {
  /** The mutation that makes the change. */
  by: { isPending: boolean; mutateAsync: (change: Change) => Promise<unknown> }
  change: Change
  /** What is said once it is made. */
  says: string
  'aria-label': string
  children: ReactNode
}

/** Changes an entry of a list at once, and says how it went: by its promise, as the entry may be gone by then. */
export const ChangeButton = <Change,>({ by, change, says, ...button }: ChangeButtonProps<Change>) => (
  <Button
    variant="secondary"
    size="small"
    disabled={by.isPending}
    onClick={() =>
      void by.mutateAsync(change).then(
        () => toast.success(says),
        (error: unknown) => toast.error(problemOf(error)),
      )
    }
    {...button}
  />
)

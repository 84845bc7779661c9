import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { latePart } from '#web/lib/late-part.tsx'
import { useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useSaveSeenValues } from '../field-book-queries.ts'
import { problemOf } from '../messages.ts'
import { NewerValues } from '../newer/newer-values.tsx'
import type { Workspace } from '../workspace/workspace.ts'

const AddValuesDialog = latePart(
  'The form could not be loaded',
  async () => (await import('./add-values-dialog.tsx')).AddValuesDialog,
)

/** The table has its own, which can be undone. */
export function AddValuesButton({ trial, plots }: Pick<Workspace, 'trial' | 'plots'>) {
  const [view] = useView()
  const [isOpen, setOpen] = useState(false)
  const values = useSaveSeenValues(trial.trialId)
  if (view.get('tab') === 'table' && !isOpen) return null
  return (
    <>
      <Button size="small" variant="secondary" className="self-start" onClick={() => setOpen(true)}>
        <ClipboardPaste aria-hidden className="size-4" />
        Add scores and yield
      </Button>
      {values.refused && (
        <NewerValues
          newer={values.refused.newer}
          onKeepTheirs={values.keepTheirs}
          onSaveMine={() =>
            void values.save(values.seenNow()).then(
              () => setOpen(false),
              (error: unknown) => toast.error(problemOf(error)),
            )
          }
        />
      )}
      {isOpen && (
        <AddValuesDialog trialId={trial.trialId} plots={plots} onSave={values.save} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

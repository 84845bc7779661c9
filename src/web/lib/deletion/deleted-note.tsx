import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { useMay } from '../session/use-may.ts'
import { Time } from '../time.tsx'
import { type DeletionSubject, useTakeBack } from './use-deletions.ts'

type DeletedNoteProps = { subject: DeletionSubject; title: string; purgeOn: string }

/** That it was deleted, and until when it can be taken back. */
export function DeletedNote({ subject, title, purgeOn }: DeletedNoteProps) {
  const may = useMay()
  const takeBack = useTakeBack()
  return (
    <Alert tone="note" title={title}>
      <p>
        Removed for good on <Time at={purgeOn} />. Until then it can be taken back.
      </p>
      {may.delete && (
        <Button
          variant="secondary"
          size="small"
          className="mt-2"
          pending={takeBack.isPending}
          onClick={() => takeBack.mutate(subject)}
        >
          Take back
        </Button>
      )}
    </Alert>
  )
}

import { useState } from 'react'
import type { AnalysisRow } from '#contract/analyses.ts'
import { lateDialog } from '#web/lib/late-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { useMay } from '../session/use-may.ts'
import { DeletedNote } from './deleted-note.tsx'

const DeleteDialog = lateDialog(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

type Deletable = Pick<AnalysisRow, 'analysisRequestId' | 'archivesPurgeOn' | 'fileUrls'>

/** Deletes a request, or its raw images alone, and takes the latter back. */
export function RequestDeletion({ row }: { row: Deletable }) {
  const { analysisRequestId: id, archivesPurgeOn, fileUrls } = row
  const may = useMay()
  const [deleting, setDeleting] = useState<'request' | 'archive'>()
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="max-w-prose text-sm text-muted">
        {may.delete
          ? 'What is deleted can be taken back for 30 days. The report stays when only the raw images are deleted.'
          : 'Only owners of the account delete requests and raw images.'}
      </p>
      {archivesPurgeOn !== null && (
        <DeletedNote
          subject={{ kind: 'archive', id }}
          title="The raw images are not kept any longer"
          purgeOn={archivesPurgeOn}
        />
      )}
      {may.delete && (
        <div className="flex flex-wrap gap-2">
          {archivesPurgeOn === null && fileUrls.length > 0 && (
            <Button variant="secondary" size="small" onClick={() => setDeleting('archive')}>
              Delete raw images
            </Button>
          )}
          <Button variant="secondary" size="small" onClick={() => setDeleting('request')}>
            Delete request
          </Button>
        </div>
      )}
      {deleting && <DeleteDialog subject={{ kind: deleting, id }} onClose={() => setDeleting(undefined)} />}
    </div>
  )
}

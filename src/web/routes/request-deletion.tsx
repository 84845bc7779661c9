import { Suspense } from 'react'
import type { AnalysisRow } from '#contract/analyses.ts'
import { lateComponent } from '#web/lib/late-code.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'

const DeletedNote = lateComponent(
  async () => (await import('#web/lib/deletion/deleted-note.tsx')).DeletedNote,
  ({ trying, onTryAgain }) => <LoadFailed title="The deletion could not be loaded" {...{ trying, onTryAgain }} />,
)

const RequestDeletion = lateComponent(
  async () => (await import('#web/lib/deletion/request-deletion.tsx')).RequestDeletion,
  (props) => <LoadFailed title="The deletion could not be loaded" {...props} />,
)

type Deletable = Pick<AnalysisRow, 'analysisRequestId' | 'purgeOn' | 'archivesPurgeOn' | 'fileUrls'>

/** Of a request that was deleted. */
export const DeletedRequest = ({ row: { analysisRequestId: id, purgeOn } }: { row: Deletable }) =>
  purgeOn !== null && (
    <Suspense>
      <DeletedNote subject={{ kind: 'request', id }} title="Request deleted" purgeOn={purgeOn} />
    </Suspense>
  )

/** The last section of a request that is not deleted. */
export const deletionSection = (row: Deletable) =>
  row.purgeOn === null
    ? [
        {
          id: 'delete',
          title: 'Delete',
          content: (
            <Suspense>
              <RequestDeletion row={row} />
            </Suspense>
          ),
        },
      ]
    : []

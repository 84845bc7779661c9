import type { AnalysisRow } from '#contract/analyses.ts'
import { latePart } from '#web/lib/late-part.tsx'

const DeletedNote = latePart(
  'The deletion could not be loaded',
  async () => (await import('#web/lib/deletion/deleted-note.tsx')).DeletedNote,
)

const RequestDeletion = latePart(
  'The deletion could not be loaded',
  async () => (await import('#web/lib/deletion/request-deletion.tsx')).RequestDeletion,
)

type Deletable = Pick<AnalysisRow, 'analysisRequestId' | 'purgeOn' | 'archivesPurgeOn' | 'fileUrls'>

/** Of a request that was deleted. */
export const DeletedRequest = ({ row: { analysisRequestId: id, purgeOn } }: { row: Deletable }) =>
  purgeOn !== null && <DeletedNote subject={{ kind: 'request', id }} title="Request deleted" purgeOn={purgeOn} />

/** The last section of a request that is not deleted. */
export const deletionSection = (row: Deletable) =>
  row.purgeOn === null
    ? [
        {
          id: 'delete',
          title: 'Delete',
          content: <RequestDeletion row={row} />,
        },
      ]
    : []

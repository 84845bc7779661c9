import type { DeletionKind } from '#domain/deletions.ts'
import { displayName } from '#domain/display-names.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { QueryFailed } from '../query-failed.tsx'
import { useMay } from '../session/use-may.ts'
import { Time } from '../time.tsx'
import { useDeletions, useTakeBack } from './use-deletions.ts'

const KIND_LABELS = {
  file: 'File',
  archive: 'Raw images',
  request: 'Request',
  trial: 'Trial',
  project: 'Project',
  account: 'Account',
} satisfies Record<DeletionKind, string>

/** What was deleted and can be taken back, of the caller, or of a customer for staff. */
export function DeletionsList({ userId }: { userId?: string }) {
  const deletions = useDeletions(userId)
  const may = useMay()
  const takeBack = useTakeBack()
  if (deletions.isPending) return <Skeleton className="h-12 w-full" />
  if (deletions.isError) return <QueryFailed title="What was deleted could not be loaded" query={deletions} />
  if (deletions.data.length === 0) return <p className="text-sm text-muted">Nothing is waiting to be removed.</p>
  return (
    <ul aria-label="Deleted" className="divide-y divide-line border-y border-line text-sm">
      {deletions.data.map(({ kind, id, name, askedBy, purgeOn }) => (
        <li key={`${kind} ${id}`} className="flex items-center gap-4 py-2">
          <span className="min-w-0 grow">
            <span className="text-muted">{KIND_LABELS[kind]}</span>{' '}
            <bdi className="font-semibold wrap-anywhere">{displayName(name)}</bdi>
            <span className="block text-xs text-muted">
              {askedBy === null ? 'No longer kept' : `Deleted by ${displayName(askedBy)}`}, removed for good on{' '}
              <Time at={purgeOn} />
            </span>
          </span>
          {may.delete && (
            <Button
              variant="secondary"
              size="small"
              aria-label={`Take back ${displayName(name)}`}
              disabled={takeBack.isPending}
              onClick={() => takeBack.mutate({ kind, id })}
            >
              Take back
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

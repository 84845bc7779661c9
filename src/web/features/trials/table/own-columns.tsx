import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { Time } from '#web/lib/time.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type OwnColumn, useDeleteOwnColumn } from '../field-book-queries.ts'
import { problemOf } from '../messages.ts'
import { Disclosure } from '../workspace/disclosure.tsx'
import { titleOfOwn } from './table-model.ts'

type OwnColumnsProps = { trialId: string; columns: readonly OwnColumn[] }

/** The columns that people have added, with who changed them last. */
export function OwnColumns({ trialId, columns }: OwnColumnsProps) {
  const [deleting, setDeleting] = useState<OwnColumn>()
  const remove = useDeleteOwnColumn(trialId)
  if (columns.length === 0) return null
  const close = () => {
    setDeleting(undefined)
    remove.reset()
  }
  return (
    <Disclosure summary={`Own columns (${columns.length})`}>
      <ul className="max-w-prose divide-y divide-line border-y border-line">
        {columns.map((column) => (
          <li key={column.columnId} className="flex items-center justify-between gap-3 py-1">
            <span>
              <bdi className="font-medium">{displayName(titleOfOwn(column))}</bdi>{' '}
              <span className="text-muted">
                {column.values.length.toLocaleString('en')} {column.values.length === 1 ? 'value' : 'values'}, changed
                by <bdi>{displayName(column.author)}</bdi> on <Time at={column.changedTime} />
              </span>
            </span>
            <IconButton
              icon={Trash2}
              label={`Delete ${displayName(titleOfOwn(column))}`}
              onClick={() => setDeleting(column)}
            />
          </li>
        ))}
      </ul>
      {deleting && (
        <ConfirmDialog
          title="Delete column"
          confirmLabel="Delete"
          keepLabel="Keep"
          pending={remove.isPending}
          error={remove.error ? problemOf(remove.error) : undefined}
          onKeep={close}
          onConfirm={() => remove.mutate(deleting.columnId, { onSuccess: close })}
        >
          <p>
            Delete <bdi>{displayName(titleOfOwn(deleting))}</bdi> with its {deleting.values.length.toLocaleString('en')}{' '}
            values? This can’t be undone.
          </p>
        </ConfirmDialog>
      )}
    </Disclosure>
  )
}

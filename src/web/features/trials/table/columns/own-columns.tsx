import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { VALUE_TYPES, type ValueType } from '#domain/trials.ts'
import { counted } from '#domain/units.ts'
import { recordedColumn } from '#imagery/plot-values/recorded-traits.ts'
import { Time } from '#web/lib/time.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { type OwnColumn, useDeleteOwnColumn, useSaveOwnValues } from '../../field-book-queries.ts'
import { problemOf } from '../../messages.ts'
import { Problem } from '../../problem.tsx'
import { Disclosure } from '../../workspace/disclosure.tsx'
import { titleOfOwn } from '../table-model.ts'

const TYPES: Readonly<Record<ValueType, string>> = { number: 'Numbers', date: 'Dates', text: 'Texts' }

type OwnColumnsProps = { trialId: string; columns: readonly OwnColumn[] }

/** The columns that people have added, with who changed them last. */
export function OwnColumns({ trialId, columns }: OwnColumnsProps) {
  const [deleting, setDeleting] = useState<OwnColumn>()
  const remove = useDeleteOwnColumn(trialId)
  const save = useSaveOwnValues(trialId)
  if (columns.length === 0) return null
  const close = () => {
    setDeleting(undefined)
    remove.reset()
  }
  return (
    <Disclosure summary={`Own columns (${columns.length})`}>
      <ul className="max-w-3xl divide-y divide-line border-y border-line">
        {columns.map((column) => (
          <li
            key={column.columnId}
            className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 py-1 sm:grid-cols-[1fr_auto_auto]"
          >
            <span>
              <bdi className="font-medium">{displayName(titleOfOwn(column))}</bdi>{' '}
              <span className="text-muted">
                {counted(column.values.length, 'value')}
                {unreadText(column)}, changed by <bdi>{displayName(column.author)}</bdi> on{' '}
                <Time at={column.changedTime} />
              </span>
            </span>
            <Select
              label={`Values of ${displayName(titleOfOwn(column))}`}
              hideLabel
              className="max-sm:order-1 max-sm:col-span-2 sm:w-52"
              value={column.chosenType ?? ''}
              options={[
                { value: '', label: `Automatic: ${TYPES[column.type].toLowerCase()}` },
                ...VALUE_TYPES.map((type) => ({ value: type, label: TYPES[type] })),
              ]}
              disabled={save.isPending}
              onChange={({ target }) =>
                save.mutate([
                  { ...nameOf(column), type: VALUE_TYPES.find((type) => type === target.value) ?? null, values: [] },
                ])
              }
            />
            <IconButton
              icon={Trash2}
              label={`Delete ${displayName(titleOfOwn(column))}`}
              onClick={() => setDeleting(column)}
            />
          </li>
        ))}
      </ul>
      <Problem error={save.error} />
      <p className="max-w-prose text-sm text-muted">
        Numbers and dates are traits: on the map, by genotype, in correlations and files. Texts stay texts.
      </p>
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

const nameOf = ({ name, takenOn }: OwnColumn) => ({ name, ...(takenOn !== null && { takenOn }) })

/** What counts in no number, although it stands in a column of numbers or dates. */
function unreadText(column: OwnColumn): string {
  const { texts, missing } = recordedColumn(column)
  const what = column.type === 'date' ? 'date' : 'number'
  const marks = [...new Set(missing.values())].join(' or ')
  return [
    column.type !== 'text' && texts.size > 0 ? `, ${texts.size.toLocaleString('en')} of them no ${what}` : '',
    missing.size > 0 ? `, ${missing.size.toLocaleString('en')} of them ${marks}, which counts as no value` : '',
  ].join('')
}

import { useState } from 'react'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import type { Sources } from './formula-sources.ts'

type ColumnChoiceProps = { sources: Sources; onInsert: (column: string) => void }

/** A column of the table, or a trait and one of its dates, to be put into a formula. */
export function ColumnChoice({ sources, onInsert }: ColumnChoiceProps) {
  const all = [...sources]
  const columns = all.flatMap(([variable, source]) => ('column' in source ? [variable] : []))
  const traits = Map.groupBy(
    all.flatMap(([variable, source]) => ('trait' in source ? [{ variable, ...source }] : [])),
    ({ trait }) => trait,
  )
  const [chosen, setChosen] = useState('')
  const [date, setDate] = useState('')
  const dates = traits.get(chosen)?.toSorted((a, b) => a.date.localeCompare(b.date))
  const ofDate = dates?.find((one) => one.date === date) ?? dates?.at(-1)
  const variable = ofDate?.variable ?? (chosen || undefined)
  return (
    <div className="grid grid-cols-[1fr_auto] items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
      <Select
        label="Column"
        placeholder="Choose a column"
        className="max-sm:col-span-2"
        value={chosen}
        options={[
          ...columns.map((one) => ({ value: one, label: displayName(one.slice(1, -1)) })),
          ...[...traits.keys()].map((trait) => ({ value: trait, label: trait })),
        ]}
        onChange={({ target }) => setChosen(target.value)}
      />
      <Select
        label="Date"
        value={ofDate?.date ?? ''}
        disabled={!dates}
        options={dates?.map((one) => ({ value: one.date, label: dateText(one.date) })) ?? [{ value: '', label: '–' }]}
        onChange={({ target }) => setDate(target.value)}
      />
      <Button
        variant="secondary"
        disabled={variable === undefined}
        onClick={() => variable !== undefined && onInsert(variable)}
      >
        Insert
      </Button>
    </div>
  )
}

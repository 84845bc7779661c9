import { useState } from 'react'
import { dateText } from '#domain/dates.ts'
import { flagText } from '#domain/trial-words.ts'
import { useView } from '#web/lib/view.ts'
import { optionsOf, Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { Trial } from '../trial-queries.ts'

type TableControlsProps = {
  flights: Trial['flights']
  /** The date of which all traits are shown. */
  date: string | undefined
  warnings: readonly { flag: string; plots: number }[]
  hasGenotypes: boolean
}

/** Which columns and rows are shown. */
export function TableControls({ flights, date, warnings, hasGenotypes }: TableControlsProps) {
  const [view, show] = useView()
  const [words, setWords] = useState(view.get('filter') ?? '')
  const wanted = view.get('warnings') ?? ''
  const isOther = !['', 'any', 'none'].includes(wanted) && !warnings.some(({ flag }) => flag === wanted)
  return (
    <>
      <Select
        label="Columns"
        hideLabel
        className="w-52"
        value={date ?? ''}
        options={[
          { value: '', label: 'This trait on each date' },
          ...flights.map(({ moment }) => ({ value: moment, label: `All traits on ${dateText(moment)}` })),
        ]}
        onChange={({ target }) => show({ columns: target.value || null, sort: null })}
      />
      <TextField
        label="Filter plots"
        hideLabel
        placeholder="Filter: MN14, yield > 4000"
        className="w-56 max-md:order-first"
        type="search"
        value={words}
        onChange={({ target }) => {
          setWords(target.value)
          show({ filter: target.value || null }, { replace: true })
        }}
      />
      <Select
        label="Warnings"
        hideLabel
        className="w-52"
        value={wanted}
        options={[
          { value: '', label: 'With and without warnings' },
          { value: 'any', label: 'Only with a warning' },
          { value: 'none', label: 'Only without warnings' },
          ...warnings.map(({ flag, plots }) => ({ value: flag, label: `${flagText(flag)} (${plots})` })),
          ...(isOther ? [{ value: wanted, label: `${flagText(wanted)} (0)` }] : []),
        ]}
        onChange={({ target }) => show({ warnings: target.value || null })}
      />
      {hasGenotypes && (
        <Select
          label="Rows"
          hideLabel
          className="w-44 max-md:w-36"
          value={view.get('rows') ?? ''}
          options={optionsOf({ '': 'Each plot', genotypes: 'Plots by genotype' })}
          onChange={({ target }) => show({ rows: target.value || null, folded: null })}
        />
      )}
    </>
  )
}

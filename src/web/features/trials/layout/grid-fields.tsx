import type { Draft } from './draft.ts'
import { FormPart } from './form-part.tsx'
import { NumberField } from './number-field.tsx'
import type { Editing } from './use-draft.ts'

const SIZES = [
  { name: 'rows', label: 'Rows', isWhole: true },
  { name: 'columns', label: 'Columns', isWhole: true },
  { name: 'plotLength', label: 'Plot length, m', isWhole: false },
  { name: 'plotWidth', label: 'Plot width, m', isWhole: false },
  { name: 'gapLength', label: 'Gap at ends, m', isWhole: false },
  { name: 'gapWidth', label: 'Gap at sides, m', isWhole: false },
] as const

const ALLEYS = [
  { name: 'rowAlley', title: 'Row', lines: 'rows' },
  { name: 'columnAlley', title: 'Column', lines: 'columns' },
] as const

/** How plots stand in the block. */
export function GridFields({ draft, onChange }: Editing) {
  return (
    <FormPart title="Rows and columns">
      {draft.cornersWanted !== 2 && (
        <p className="col-span-2 text-sm text-muted">Plots fill the block. These sizes give their proportions.</p>
      )}
      {SIZES.map(({ name, label, isWhole }) => (
        <NumberField
          key={name}
          label={label}
          isWhole={isWhole}
          value={draft[name]}
          onNumber={(value) => onChange((before) => ({ ...before, [name]: value }), name)}
        />
      ))}
      {ALLEYS.map(({ name, ...names }) => (
        <Alley
          key={name}
          {...names}
          alley={draft[name]}
          onAlley={(alley, part) => onChange((before) => ({ ...before, [name]: alley }), `${name} ${part}`)}
        />
      ))}
    </FormPart>
  )
}

type AlleyProps = {
  title: string
  lines: string
  alley: Draft['rowAlley']
  onAlley: (alley: Draft['rowAlley'], part: 'every' | 'width') => void
}

const Alley = ({ title, lines, alley, onAlley }: AlleyProps) => (
  <>
    <NumberField
      label={`Alley after ${lines}`}
      isWhole
      value={alley.every}
      onNumber={(every) => onAlley({ ...alley, every }, 'every')}
    />
    <NumberField
      label={`${title} alley, m`}
      value={alley.width}
      onNumber={(width) => onAlley({ ...alley, width }, 'width')}
    />
  </>
)

import { BLOCK_CORNERS } from '#imagery/plots/grid.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { optionsOf, Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { FormPart } from './form-part.tsx'
import { NumberField } from './number-field.tsx'
import type { Editing } from './use-draft.ts'

const STARTS = BLOCK_CORNERS.map((value, at) => ({ value, label: `Corner ${at + 1}` }))
const DIRECTIONS = optionsOf({ row: 'Along rows', column: 'Along columns' })

/** How plots are called. */
export const NumberingFields = ({ draft, onChange }: Editing) => (
  <FormPart title="Numbering">
    <Select
      label="Starts at"
      value={draft.start}
      options={STARTS}
      onChange={({ target }) =>
        onChange((before) => ({ ...before, start: BLOCK_CORNERS.find((one) => one === target.value) ?? 'first' }))
      }
    />
    <Select
      label="Goes"
      value={draft.numberAlong}
      options={DIRECTIONS}
      onChange={({ target }) =>
        onChange((before) => ({ ...before, numberAlong: target.value === 'column' ? 'column' : 'row' }))
      }
    />
    <Checkbox
      className="col-span-2"
      label="Serpentine: every other line backwards"
      checked={draft.isSerpentine}
      onChange={({ target }) => onChange((before) => ({ ...before, isSerpentine: target.checked }))}
    />
    <TextField
      label="Plot ids"
      className="col-span-2"
      hint="{number}, {row} and {column} are filled in; {column:2} has two digits or more"
      value={draft.idPattern}
      onChange={({ target }) => onChange((before) => ({ ...before, idPattern: target.value }), 'pattern')}
    />
    <NumberField
      label="First number"
      isWhole
      value={draft.firstNumber}
      onNumber={(firstNumber) => onChange((before) => ({ ...before, firstNumber }), 'first')}
    />
    <NumberField
      label="Step"
      isWhole
      value={draft.step}
      onNumber={(step) => onChange((before) => ({ ...before, step }), 'step')}
    />
  </FormPart>
)

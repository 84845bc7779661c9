import type { EngineOptionItem } from '#contract/processing.ts'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

type OptionFieldProps = {
  option: EngineOptionItem
  value: string
  problem: string | undefined
  onChange: (value: string) => void
}

const SWITCH = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** The field that fits an option: a choice, yes or no, a number, or text. */
export function OptionField({ option: { name, type, domain }, value, problem, onChange }: OptionFieldProps) {
  const shown = { label: `Value of ${name}`, hideLabel: true, error: problem, className: 'grow basis-32' }
  const choices =
    typeof domain === 'string' ? null : domain.filter(Boolean).map((choice) => ({ value: choice, label: choice }))
  if (choices || type === 'bool')
    return (
      <Select
        {...shown}
        value={value}
        placeholder="Choose"
        options={choices ?? SWITCH}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return (
    <TextField
      {...shown}
      inputMode={type === 'int' || type === 'float' ? 'decimal' : 'text'}
      spellCheck={false}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

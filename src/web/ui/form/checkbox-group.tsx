import { Checkbox } from './checkbox.tsx'

type CheckboxGroupProps<Value extends string> = {
  legend: string
  values: readonly Value[]
  labels: Readonly<Record<Value, string>>
  checked: readonly Value[]
  /** In the order of `values`. */
  onChange: (checked: Value[]) => void
}

export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { legend, values, labels, checked, onChange } = props
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {values.map((value) => (
        <Checkbox
          key={value}
          label={labels[value]}
          checked={checked.includes(value)}
          onChange={({ target }) =>
            onChange(values.filter((one) => (one === value ? target.checked : checked.includes(one))))
          }
        />
      ))}
    </fieldset>
  )
}

type RangeFieldProps = {
  label: string
  range: readonly [low: number, high: number]
  step: number
  value: number
  text: string
  onChange: (value: number) => void
}

/** A slider with its value in words. */
export const RangeField = ({ label, range: [min, max], step, value, text, onChange }: RangeFieldProps) => (
  <label className="flex flex-col gap-1.5 text-sm font-medium print:hidden">
    <span className="flex justify-between">
      {label} <span className="tabular-nums">{text}</span>
    </span>
    <input
      type="range"
      {...{ min, max, step, value }}
      aria-label={label}
      aria-valuetext={text}
      onChange={({ target }) => onChange(Number(target.value))}
      className="h-11 accent-action"
    />
  </label>
)

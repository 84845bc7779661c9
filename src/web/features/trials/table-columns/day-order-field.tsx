import type { DayOrder } from '#imagery/tables/read-date.ts'
import { Select } from '#web/ui/form/select.tsx'

type DayOrderFieldProps = { order: DayOrder | undefined; onChoose: (order: DayOrder) => void }

const ORDERS = [
  { value: 'day-first', label: 'Day first: 5/6/2026 is 5 June' },
  { value: 'month-first', label: 'Month first: 5/6/2026 is May 6' },
] as const

/** Asked where nothing in the dates tells it. */
export const DayOrderField = ({ order, onChoose }: DayOrderFieldProps) => (
  <Select
    label="Dates are written"
    value={order ?? ''}
    placeholder="Choose, because the dates don't tell"
    options={ORDERS}
    onChange={({ target }) => {
      const chosen = ORDERS.find(({ value }) => value === target.value)
      if (chosen) onChoose(chosen.value)
    }}
  />
)

import { RangeField } from '#web/ui/form/range-field.tsx'
import type { DatedValues } from '../workspace/workspace.ts'

type DateSliderProps = { dates: readonly DatedValues[]; day: DatedValues; onChoose: (date: string) => void }

/** Through the season, flight by flight. */
export const DateSlider = ({ dates, day, onChoose }: DateSliderProps) => (
  <RangeField
    label="Date"
    range={[0, dates.length - 1]}
    step={1}
    value={dates.indexOf(day)}
    text={day.date}
    onChange={(at) => {
      const date = dates[at]?.date
      if (date !== undefined) onChoose(date)
    }}
  />
)

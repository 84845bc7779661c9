import type { DatedValues } from '../workspace/workspace.ts'

type DateSliderProps = { dates: readonly DatedValues[]; day: DatedValues; onChoose: (date: string) => void }

/** Through the season, flight by flight. */
export const DateSlider = ({ dates, day, onChoose }: DateSliderProps) => (
  <label className="flex flex-col gap-1.5 text-sm font-medium">
    <span className="flex justify-between">
      Date <span className="tabular-nums">{day.date}</span>
    </span>
    <input
      type="range"
      min={0}
      max={dates.length - 1}
      value={dates.indexOf(day)}
      aria-label="Date"
      aria-valuetext={day.date}
      onChange={({ target }) => {
        const date = dates[Number(target.value)]?.date
        if (date !== undefined) onChoose(date)
      }}
      className="h-11 accent-action"
    />
  </label>
)

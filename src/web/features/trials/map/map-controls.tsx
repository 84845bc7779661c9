import { useView } from '#web/lib/view.ts'
import { Select } from '#web/ui/form/select.tsx'
import { CELL_SIZES, cellSizeIn, USUAL_CELL_SIZE } from '../grid/cells-of-trait.ts'
import type { DatedValues } from '../workspace/workspace.ts'
import { DateSlider } from './date-slider.tsx'
import { LEVELS, type Level } from './levels.ts'

type MapControlsProps = {
  dates: readonly DatedValues[]
  day: DatedValues
  /** Those that this trait has. */
  levels: readonly Level[]
  level: Level
  /** The date of the second map. */
  beside: DatedValues | undefined
}

/** What the maps show. */
export function MapControls({ dates, day, levels, level, beside }: MapControlsProps) {
  const [view, show] = useView()
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
      {dates.length > 1 && (
        <DateSlider dates={dates} day={day} onChoose={(date) => show({ date }, { replace: true })} />
      )}
      <Select
        label="Show"
        value={level}
        options={levels.map((value) => ({ value, label: LEVELS[value] }))}
        onChange={({ target }) => show({ show: target.value === 'plots' ? null : target.value })}
      />
      {level === 'grid' && (
        <Select
          label="Cells"
          value={cellSizeIn(view)}
          options={CELL_SIZES.map((size) => ({ value: size, label: `${size} m` }))}
          onChange={({ target }) =>
            show({ cellSize: target.value === USUAL_CELL_SIZE ? null : target.value, cell: null })
          }
        />
      )}
      {dates.length > 1 && (
        <Select
          label="Beside it"
          value={beside?.date ?? ''}
          options={[
            { value: '', label: 'No other date' },
            ...dates.filter((one) => one !== day).map(({ date }) => ({ value: date, label: date })),
          ]}
          onChange={({ target }) => show({ beside: target.value || null })}
        />
      )}
    </div>
  )
}
